// The archive format that Electron loads an app from, as far as a handful of small files needs it.

/**
 * An asar archive: two Chromium pickles (the size of the header; the header, a JSON text), then the
 * files' bytes one after the other. Offsets are decimal texts, counted from the end of the header.
 * Source: the README of the `@electron/asar` package.
 *
 * @param {Record<string, string | Buffer>} files content by name; names hold no folder
 * @returns {Buffer}
 */
export function asarArchive(files) {
  const entries = {};
  const bodies = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    if (name === '' || name === '.' || name === '..' || /[/\\]/u.test(name)) {
      throw new Error(`An archive of ours holds plain names only, not ${JSON.stringify(name)}.`);
    }
    const body = Buffer.from(content);
    entries[name] = { size: body.length, offset: String(offset) };
    bodies.push(body);
    offset += body.length;
  }
  const header = pickledText(JSON.stringify({ files: entries }));
  const size = Buffer.alloc(8);
  size.writeUInt32LE(4, 0);
  size.writeUInt32LE(header.length, 4);
  return Buffer.concat([size, header, ...bodies]);
}

/** A pickle of one text: the payload's size, the text's length, the text, padded to four bytes. */
function pickledText(text) {
  const bytes = Buffer.from(text, 'utf8');
  const padded = Math.ceil(bytes.length / 4) * 4;
  const pickle = Buffer.alloc(8 + padded);
  pickle.writeUInt32LE(4 + padded, 0);
  pickle.writeUInt32LE(bytes.length, 4);
  bytes.copy(pickle, 8);
  return pickle;
}
