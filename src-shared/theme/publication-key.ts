/**
 * The key of a publication: where it was published, independent of this computer's connections.
 * A space can stand in neither part of an address, so the two stay apart.
 */
export function publicationKey(place: { baseAddress: string; workspaceId: string }): string {
  return `${place.baseAddress} ${place.workspaceId}`;
}
