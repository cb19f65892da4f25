/**
 * Linking a theme to a template that is at a service already. There is no operation to list them, so
 * a person says under which id it is.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { PublishTarget } from '@shared/publishing';
import { pathSegment, type ServicePlace } from '@shared/service/operations';
import { publicationKey, type Publication } from '@shared/theme/theme';

/** What linking needs of the library; the room *library* fits. */
export interface LinkingLibrary {
  /** The theme that has the template already, if there is one. */
  withTemplate(key: string, templateId: string): Promise<string | undefined>;
  setPublication(id: string, key: string, publication: Publication): Promise<void>;
  removePublication(id: string, key: string): Promise<void>;
}

export interface LinkingOptions {
  readonly library: LinkingLibrary;
  /** @throws ProblemError notFound */
  readonly connectionOf: (id: string) => ServicePlace;
  /** Runs `work` while nothing of the theme is sent there. @throws ProblemError alreadyUnderWay */
  readonly undisturbed: (place: PublishTarget, work: () => Promise<void>) => Promise<void>;
  /** Ties a theme to a template, which no other theme has. @throws ProblemError invalidFields */
  readonly tie: (
    id: { readonly themeId: string; readonly place: string },
    publication: Publication,
  ) => Promise<void>;
  /** The id under which the theme would be saved now. */
  readonly savesTo: (place: PublishTarget) => Promise<string>;
  /** Forgets what is known of an earlier delivery: the person has said how things are. */
  readonly forget: (place: PublishTarget) => Promise<void>;
  readonly now: () => Date;
}

/** The calls `outbox.link` and `outbox.unlink`. */
export function linkHandlers(
  options: LinkingOptions,
): Pick<Handlers<FoyerCalls>['outbox'], 'link' | 'unlink'> {
  const { library, connectionOf, undisturbed, tie, savesTo, forget, now } = options;
  return {
    link: async ({ themeId, connectionId, templateId }) => {
      const key = publicationKey(connectionOf(connectionId));
      const id = templateId.trim();
      // Refused where it can never stand in a path.
      pathSegment(id, 'templateId');
      const place = { themeId, connectionId };
      await undisturbed(place, async () => {
        const isFiled = (await library.withTemplate(key, id)) === themeId;
        if (isFiled && (await savesTo(place)) === id) return;
        if (!isFiled)
          await tie({ themeId, place: key }, { templateId: id, at: now().toISOString() });
        await forget(place);
      });
    },
    unlink: async ({ themeId, connectionId }) => {
      const key = publicationKey(connectionOf(connectionId));
      const place = { themeId, connectionId };
      await undisturbed(place, async () => {
        await library.removePublication(themeId, key);
        await forget(place);
      });
    },
  };
}
