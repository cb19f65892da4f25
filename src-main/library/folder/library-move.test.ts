import { expect, it } from 'vitest';
import { afterMove, type LibraryMove } from './library-move';

const file = (name: string, target = name) => ({ name, target, hashes: ['hash'] });

/** The library moved from `here` to `there`, where `a.json` got another name, and left `stays.json`. */
const last: LibraryMove = {
  from: 'here',
  to: 'there',
  mark: 'mark of here',
  toMark: 'mark of there',
  files: [file('a.json', 'a 2.json')],
  kept: [{ name: 'b.json', target: 'b.json' }],
  isChosen: true,
};

it('looks for the originals of copies that are still to go where the library has taken them', () => {
  const takenBack: LibraryMove = {
    from: 'here',
    to: 'share',
    mark: 'mark of here',
    toMark: 'mark of the share',
    files: [file('a.json', 'a 3.json'), file('b.json'), file('stays.json')],
    kept: [],
    isChosen: false,
  };
  expect(afterMove([takenBack], last)).toEqual([
    { ...takenBack, files: [file('stays.json')] },
    {
      ...takenBack,
      from: 'there',
      mark: 'mark of there',
      files: [file('a 2.json', 'a 3.json'), file('b.json')],
    },
  ]);
});

it('looks for the copies of originals that are still to go where the library has taken them', () => {
  const chosen: LibraryMove = {
    from: 'before',
    to: 'here',
    toMark: 'mark of here',
    files: [file('first.json', 'a.json')],
    kept: [],
    isChosen: true,
  };
  expect(afterMove([chosen], last)).toEqual([
    { ...chosen, to: 'there', toMark: 'mark of there', files: [file('first.json', 'a 2.json')] },
  ]);
});

it('removes nothing that lies where the library is now, whoever put it there', () => {
  const files = [file('a.json'), file('b.json')];
  const of = { files, kept: [] };
  const copies = { ...of, from: 'here', to: 'there', isChosen: false };
  const copiesOfOthers = { ...of, from: 'elsewhere', to: 'there', isChosen: false };
  const originals = { ...of, from: 'there', to: 'here', isChosen: true };
  const apart = { ...of, from: 'elsewhere', to: 'share', isChosen: false };
  expect(afterMove([copies, copiesOfOthers, originals, apart], last)).toEqual([apart]);
});
