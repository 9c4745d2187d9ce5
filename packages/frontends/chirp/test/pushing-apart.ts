/** A run with pushed objects in a separate process; prints the hash of its records. */
import process from 'node:process';
import { pushingHash } from './pushing.js';

process.stdout.write(await pushingHash());
