/** What an earlier test of a file left to be taken back is not taken back in the next. */
import { toast, undoLatestToast } from '../ui/toast';

/** More than can be taken back: older ones are forgotten. */
const enough = 20;

/** Resolves once nothing is left to be taken back, and nothing is being. */
export function forgetSteps(): Promise<void> {
  return new Promise((done) => {
    for (let left = enough; left > 0; left -= 1) {
      toast('', {
        undo: () => {
          // They are taken back one after the other, the first of them last.
          if (left === enough) done();
          return Promise.resolve('done');
        },
      });
    }
    while (undoLatestToast());
  });
}
