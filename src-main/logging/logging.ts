/** The app's own log, and what takes secrets out of everything that is about to be written down. */
export { createLog, type Log, type LogLevel, type LogOptions } from './log';
export { createRedactor, redactedMark, soundsSecret, type Redactor } from './redactor';
export { secretParts } from './secret-parts';
