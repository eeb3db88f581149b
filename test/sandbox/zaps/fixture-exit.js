/** An app that cannot be loaded without ending its process. */
import process from 'node:process';

process.exit(1);
