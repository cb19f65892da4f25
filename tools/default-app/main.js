// What the development runtime runs first: it loads the app that the command line names, as the
// `electron` command does. Packed into resources/default_app.asar by tools/electron-runtime.mjs;
// Electron 25 loads no other kind of module first, so CommonJS.
'use strict';

const { app } = require('electron');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

/** `electron [switches] [-r MODULE]... APP [what the app reads itself]` */
function readCommandLine(parameters) {
  const modules = [];
  for (let at = 0; at < parameters.length; at += 1) {
    const parameter = parameters[at];
    if (parameter === '-v' || parameter === '--version') return { modules, version: true };
    if (parameter === '-r' || parameter === '--require') {
      at += 1;
      if (parameters[at] === undefined) throw new Error(`${parameter} needs a module's name.`);
      modules.push(parameters[at]);
    } else if (!parameter.startsWith('-')) {
      return { modules, app: parameter };
    }
  }
  return { modules };
}

function readManifest(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  } catch (error) {
    // A file or a folder with only an index.js is an app too.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function takeName(manifest) {
  if (manifest.version) app.setVersion(manifest.version);
  const name = manifest.productName || manifest.name;
  if (name) app.setName(name);
  if (app.setDesktopName) app.setDesktopName(manifest.desktopName || `${app.getName()}.desktop`);
}

function start() {
  const commandLine = readCommandLine(process.argv.slice(1));
  if (commandLine.version) {
    console.log(`v${process.versions.electron}`);
    app.exit(0);
    return;
  }
  if (commandLine.app === undefined) throw new Error('Name the app to run: electron FOLDER');

  // The modules may change the command line (Playwright's loader takes its own switches out), so
  // the app was read from it before.
  if (commandLine.modules.length > 0) Module._preloadModules(commandLine.modules);
  Object.defineProperty(process, 'defaultApp', { enumerable: true, value: true });

  const place = path.resolve(commandLine.app);
  const manifest = readManifest(place);
  if (manifest !== undefined) takeName(manifest);
  const file = Module._resolveFilename(place, null, true);
  app.setAppPath(manifest === undefined ? path.dirname(file) : place);
  Module._load(file, Module, true);
}

try {
  start();
} catch (error) {
  console.error(`The app could not be loaded: ${error.stack || error}`);
  app.exit(1);
}
