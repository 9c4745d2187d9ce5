/** The worker of the viewer's page, with the log kinds of all front ends. */
import { DEECO_LOG } from '@kineko/deeco/page';
import { serveReader } from '@kineko/viewer';

serveReader([DEECO_LOG]);
