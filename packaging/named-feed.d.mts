/** Where a build looks for updates, as JavaScript for its code. */
export function namedFeed(environment: Record<string, string | undefined>): {
  FOYER_UPDATE_FEED: string;
  FOYER_UPDATE_KEY: string;
};
