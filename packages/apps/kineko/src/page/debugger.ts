/** The page of the debugger of delivery schedules. */
import { startDebugger } from '@kineko/viewer/debugger';

startDebugger();
