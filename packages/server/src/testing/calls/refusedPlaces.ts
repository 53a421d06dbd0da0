import type { placeErrors, reachErrors, sharingErrors } from '#rpc/errors/posting'
import { ownPeople } from '#testing/workspace/files'
import type { Refused } from './refusals.ts'

type To = (channel: string) => Record<string, unknown>

/** A case for each rule of a place where something is done with messages, for a method whose call into a channel `to` makes. */
export function refusedReach(to: To): Record<keyof typeof reachErrors, Refused> {
  return {
    channel_not_found: { args: to('C0NOPE'), says: 'C0NOPE' },
    channel_type_not_supported: { args: to('C0CANVAS'), says: 'C0CANVAS is a canvas' },
    is_archived: { args: to('C0OLD'), says: 'C0OLD' },
    not_in_channel: { args: to('C1'), token: 'xoxp-outside', file: ownPeople, says: 'You are not in C1' },
    team_not_found: { args: to('general'), token: 'xoxe.xoxb-globex-scout', says: '"general"' },
  }
}

/** The same for where links lead, in C0PARTNER, which is shared with a team that allows none. */
export function refusedLinks(to: To): Record<keyof typeof sharingErrors, Refused> {
  return {
    slack_connect_canvas_sharing_blocked: linking('canvas'),
    slack_connect_file_link_sharing_blocked: linking('files'),
    slack_connect_lists_sharing_blocked: linking('lists'),
  }

  function linking(kind: string): Refused {
    return {
      args: { ...to('C0PARTNER'), text: undefined },
      after: async ({ url }) => ({ markdown_text: `See ${url}/${kind}/F0123.` }),
      says: 'T0STRICT',
    }
  }
}

/** The same for each rule of a place where messages are written. */
export function refusedPlaces(to: To): Record<keyof typeof placeErrors, Refused> {
  return {
    ...refusedReach(to),
    restricted_action: { args: to('C0STRICT'), token: 'xoxb-strict-scout', says: 'T0STRICT' },
    restricted_action_read_only_channel: { args: to('C0ANNOUNCE'), says: 'C0ANNOUNCE' },
    restricted_action_non_threadable_channel: { args: to('C0FLAT'), says: 'C0FLAT' },
    messages_tab_disabled: { args: to('D0ANAQUIET'), token: 'xoxb-acme-quiet', says: 'A0QUIET' },
    ...refusedLinks(to),
  }
}
