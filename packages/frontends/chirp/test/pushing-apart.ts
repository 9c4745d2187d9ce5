/** A run with things that are pushed, in a process of its own; prints the hash of its records. */
import process from 'node:process';
import { pushingHash } from './pushing.js';

process.stdout.write(await pushingHash());
