/** The program's first file, and the only one that Node loads: all else comes by way of the code cache. */
import { createRequire } from 'node:module';
import { openOwnCode } from './code-cache/code-cache';
import type * as Launch from './launch';

const code = openOwnCode(__dirname, createRequire(__filename));
const { begin } = code.load('launch.cjs') as typeof Launch;
begin(code);
