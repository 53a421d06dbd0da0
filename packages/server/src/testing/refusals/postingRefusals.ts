import type {
  absentAppError,
  postingRuleErrors,
  channelAccessErrors,
  sharedChannelErrors,
} from '#rpc/errors/channelAccess'
import type { attachmentErrors } from '#rpc/errors/content'
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

/** The same for an app that is not a member, in the methods that have an error of their own for it. */
export function absentAppRefusals(to: To): Record<keyof typeof absentAppError, RefusedCall> {
  return { no_permission: { args: to('C0NOBOT'), detail: 'The app is not in C0NOBOT' } }
}

/** The same for links in C0PARTNER, which is shared with a team that allows none. `key` is the argument with the text. */
export function linkRefusals(to: To, key = 'markdown_text'): Record<keyof typeof sharedChannelErrors, RefusedCall> {
  return {
    slack_connect_canvas_sharing_blocked: linking('canvas'),
    slack_connect_file_link_sharing_blocked: linking('files'),
    slack_connect_lists_sharing_blocked: linking('lists'),
  }

  function linking(kind: string): RefusedCall {
    return {
      args: { ...to('C0PARTNER'), text: undefined },
      prepare: async ({ url }) => ({ [key]: `See ${url}/${kind}/F0123.` }),
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

/** A case for each rule of attachments. `given` are the other arguments of the call, `more` the rest of each case. */
export function attachmentRefusals(
  given: Record<string, unknown>,
  more: Partial<RefusedCall> = {},
): Record<keyof typeof attachmentErrors, RefusedCall> {
  const refusing = (attachments: unknown, detail: string) => ({ ...more, args: { ...given, attachments }, detail })
  const long = { text: 'x'.repeat(40_000) }
  return {
    invalid_attachments: refusing([{ text: 'x' }, { fields: [{ title: { no: 'text' } }] }], '/attachments/1/fields/0'),
    too_many_attachments: refusing(
      Array.from({ length: 101 }, () => ({ text: 'x' })),
      '100',
    ),
    attachment_payload_limit_exceeded: refusing([long, long, long], '100000'),
  }
}

/** A case for each rule of text and blocks. `given` are the other arguments of the call. */
export function textAndBlockRefusals(given: Record<string, unknown>) {
  const blocks = [{ type: 'markdown', text: 'a'.repeat(12_001) }]
  return {
    ...attachmentRefusals(given),
    no_text: { args: { ...given, text: '' }, detail: '`text`' },
    msg_too_long: { args: { ...given, text: 'x'.repeat(40_001) }, detail: '40001' },
    invalid_blocks: { args: { ...given, blocks: [{ type: 'header' }] }, detail: '/blocks/0' },
    invalid_blocks_format: { args: { ...given, blocks: '{' }, as: 'form', detail: 'JSON' },
    msg_blocks_too_long: { args: { ...given, blocks }, detail: '12001' },
  } satisfies Record<string, RefusedCall>
}

/** A case for each rule of metadata. In C1 the caller is a person, whose own token may not send any. */
export function metadataRefusals(given: Record<string, unknown>) {
  const refusing = (metadata: unknown, detail: string) => ({ args: { ...given, metadata }, detail })
  return {
    invalid_metadata_format: refusing([], 'object'),
    invalid_metadata_schema: refusing({ event_payload: {} }, '`event_type`'),
    metadata_too_large: refusing({ event_type: 'x', event_payload: { a: 'x'.repeat(17_000) } }, '16384'),
    metadata_must_be_sent_from_app: {
      args: { ...given, channel: 'C1', metadata: { event_type: 'x', event_payload: {} } },
      token: 'xoxp-own',
      file: userTokensFile,
      detail: 'app',
    },
  } satisfies Record<string, RefusedCall>
}

/** A case for each rule of threads in which one may not write. */
export function threadRefusals(given: Record<string, unknown>) {
  return {
    restricted_action_thread_only_channel: { args: { ...given, channel: 'C0THREADS' }, detail: 'C0THREADS' },
    restricted_action_thread_locked: {
      args: { ...given, channel: 'C0GENERAL', thread_ts: '1767225660.000100' },
      detail: 'locked',
    },
    invalid_thread_ts: { args: { ...given, thread_ts: 'x' }, detail: '"thread_ts": "x"' },
  } satisfies Record<string, RefusedCall>
}
