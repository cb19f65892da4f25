/** Claims a profile at a given time, says what came of it, and when it is asked to listen again; stays until it is told to go. */
import { claimProfile } from '../profile-claim';

const [profile = '', at = '0'] = process.argv.slice(2);
// As exactly as it goes: so many programs wait for the same moment.
while (Date.now() < Number(at));
process.on('SIGUSR2', () => {
  console.log('asked');
});
console.log(claimProfile(profile) ?? 'mine');
process.stdin.resume().on('end', () => process.exit());
