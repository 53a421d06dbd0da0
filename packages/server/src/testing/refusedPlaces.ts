import type { placeErrors } from '#rpc/postingErrors'
import { ownPeople } from './files.ts'
import type { Refused } from './refusals.ts'

/** A case for each rule of a place, for a method whose call into a channel `to` makes. */
export function refusedPlaces(
  to: (channel: string) => Record<string, unknown>,
): Record<keyof typeof placeErrors, Refused> {
  return {
    channel_not_found: { args: to('C0NOPE'), says: 'C0NOPE' },
    channel_type_not_supported: { args: to('C0CANVAS'), says: 'C0CANVAS is a canvas' },
    is_archived: { args: to('C0OLD'), says: 'C0OLD' },
    not_in_channel: { args: to('C1'), token: 'xoxp-outside', file: ownPeople, says: 'You are not in C1' },
    team_not_found: { args: to('general'), token: 'xoxe.xoxb-globex-scout', says: '"general"' },
    restricted_action: { args: to('C0STRICT'), token: 'xoxb-strict-scout', says: 'T0STRICT' },
    restricted_action_read_only_channel: { args: to('C0ANNOUNCE'), says: 'C0ANNOUNCE' },
    restricted_action_non_threadable_channel: { args: to('C0FLAT'), says: 'C0FLAT' },
    messages_tab_disabled: { args: to('D0ANAQUIET'), token: 'xoxb-acme-quiet', says: 'A0QUIET' },
    slack_connect_canvas_sharing_blocked: linking('canvas'),
    slack_connect_file_link_sharing_blocked: linking('files'),
    slack_connect_lists_sharing_blocked: linking('lists'),
  }

  /** C0PARTNER is shared with a team that allows no such links. */
  function linking(kind: string): Refused {
    return {
      args: { ...to('C0PARTNER'), text: undefined },
      after: async ({ url }) => ({ markdown_text: `See ${url}/${kind}/F0123.` }),
      says: 'T0STRICT',
    }
  }
}
