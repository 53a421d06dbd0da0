import type { postingRuleErrors, channelAccessErrors, sharedChannelErrors } from '#rpc/errors/channelAccess'
import { userTokensFile } from '#testing/workspace/files'
import type { RefusedCall } from './refusals.ts'

type To = (channel: string) => Record<string, unknown>

/** A case for each rule of channels with messages. `to` returns the arguments of a call to this channel. */
export function channelAccessRefusals(to: To): Record<keyof typeof channelAccessErrors, RefusedCall> {
  return {
    channel_not_found: { args: to('C0NOPE'), detail: 'C0NOPE' },
    channel_type_not_supported: { args: to('C0CANVAS'), detail: 'C0CANVAS is a canvas' },
    is_archived: { args: to('C0OLD'), detail: 'C0OLD' },
    not_in_channel: { args: to('C1'), token: 'xoxp-outside', file: userTokensFile, detail: 'You are not in C1' },
    team_not_found: { args: to('general'), token: 'xoxe.xoxb-globex-scout', detail: '"general"' },
  }
}

/** The same for links in C0PARTNER, which is shared with a team that allows none. */
export function linkRefusals(to: To): Record<keyof typeof sharedChannelErrors, RefusedCall> {
  return {
    slack_connect_canvas_sharing_blocked: linking('canvas'),
    slack_connect_file_link_sharing_blocked: linking('files'),
    slack_connect_lists_sharing_blocked: linking('lists'),
  }

  function linking(kind: string): RefusedCall {
    return {
      args: { ...to('C0PARTNER'), text: undefined },
      prepare: async ({ url }) => ({ markdown_text: `See ${url}/${kind}/F0123.` }),
      detail: 'T0STRICT',
    }
  }
}

/** The same for each rule of channels in which messages are written. */
export function postingRefusals(to: To): Record<keyof typeof postingRuleErrors, RefusedCall> {
  return {
    ...channelAccessRefusals(to),
    restricted_action: { args: to('C0STRICT'), token: 'xoxb-strict-scout', detail: 'T0STRICT' },
    restricted_action_read_only_channel: { args: to('C0ANNOUNCE'), detail: 'C0ANNOUNCE' },
    restricted_action_non_threadable_channel: { args: to('C0FLAT'), detail: 'C0FLAT' },
    messages_tab_disabled: { args: to('D0ANAQUIET'), token: 'xoxb-acme-quiet', detail: 'A0QUIET' },
    ...linkRefusals(to),
  }
}
