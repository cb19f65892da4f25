/**
 * Loaded before the app when it is packed: at the end of a run it writes the code cache, with every
 * function that ran in it. Part of no package.
 */
import vm from 'node:vm';
import { writeCache } from './code-cache';

const scripts = new Map<string, vm.Script>();

vm.Script = class extends vm.Script {
  constructor(text: string, options: vm.ScriptOptions & { filename: string }) {
    super(text, options);
    scripts.set(options.filename, this);
  }
};

process.on('exit', () => {
  for (const [file, script] of scripts) writeCache(file, script.createCachedData());
});
