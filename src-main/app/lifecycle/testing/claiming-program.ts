/** Claims a profile at a given time, says what came of it, and stays until it is told to go. */
import { claimProfile } from '../profile-claim';

const [profile = '', at = '0'] = process.argv.slice(2);
// As exactly as it goes: so many programs wait for the same moment.
while (Date.now() < Number(at));
console.log(claimProfile(profile) ?? 'mine');
process.stdin.resume().on('end', () => process.exit());
