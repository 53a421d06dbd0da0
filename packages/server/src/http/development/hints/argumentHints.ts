import { suggestion } from '#documents/didYouMean'
import type { HintDeclaration } from './hintDeclaration.ts'
import { objectsIn } from '#domain/jsonObjects'
import type { HintedCall } from './hintedCall.ts'

/** What any call may have, and what the SDKs add by themselves. */
const ofEveryCall: ReadonlySet<string> = new Set(['token', 'team_id', 'pretty', 'client_msg_id'])

/** Arguments of the public service that have no effect here, and what they would do there with this value. */
const ignoredHere: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  unfurl_links: (value) => (isTrue(value) ? 'the links in it are shown with a preview there' : undefined),
  unfurl_media: (value) => (isTrue(value) ? 'the media behind its links are shown there' : undefined),
  link_names: (value) =>
    isTrue(value) ? '`@name` and `#name` become mentions there, and stay as they are here' : undefined,
  parse: (value) => (value === 'full' ? 'names and addresses become links there' : undefined),
}

/** The other arguments that methods have on the public service and not here, after the types of @slack/web-api. */
const onlyThere: Readonly<Record<string, readonly string[]>> = {
  'chat.unfurl': ['metadata', 'user_auth_blocks', 'user_auth_message', 'user_auth_required', 'user_auth_url'],
  'chat.update': ['file_ids', 'link_names', 'parse'],
  'conversations.info': ['include_locale'],
  'emoji.list': ['include_categories'],
  'files.info': ['count', 'cursor', 'limit', 'page'],
  'reactions.get': ['file', 'file_comment'],
  'reactions.remove': ['file', 'file_comment'],
  'team.info': ['domain'],
}

const deprecatedArguments: readonly { of: RegExp; name: string; words: string }[] = [
  { of: /^chat\./, name: 'as_user', words: 'the token says who writes' },
  { of: /^users\.list$/, name: 'presence', words: 'presence is in no list of people any more; ask users.getPresence' },
]

const timestamps = ['ts', 'thread_ts', 'timestamp', 'message_ts']

export const argumentHints = {
  unknown_argument: {
    there: 'The method has no such argument there either, and ignores it.',
    remedy: 'Correct the name, or leave the argument out.',
    source: 'The page of the method: docs.slack.dev/reference/methods.',
    find({ method, args }) {
      if (!method || method.name === 'api.test') return undefined
      const known = Object.keys(method.args.shape)
      const unknown = Object.keys(args).find(
        (name) =>
          !Object.hasOwn(method.args.shape, name) &&
          !ofEveryCall.has(name) &&
          !name.startsWith('_') &&
          !Object.hasOwn(ignoredHere, name) &&
          !onlyThere[method.name]?.includes(name) &&
          deprecatedArguments.every((one) => one.name !== name),
      )
      if (unknown === undefined) return undefined
      return `${method.name} has no argument ${JSON.stringify(unknown.slice(0, 80))}, so it has no effect${suggestion(unknown, known)}`.replace(
        /(?<![.?])$/,
        '.',
      )
    },
  },

  ignored_argument: {
    there: 'The argument has an effect that it does not have here, such as previews of links and mentions from names.',
    remedy: 'Leave it out, or look at the message on the public service as well.',
    source: 'The page of the method: docs.slack.dev/reference/methods.',
    find({ name, method, args }) {
      if (!method) return undefined
      const ignored = onlyThere[name]?.find(
        (argument) =>
          Object.hasOwn(args, argument) &&
          !Object.hasOwn(ignoredHere, argument) &&
          !Object.hasOwn(method.args.shape, argument),
      )
      if (ignored !== undefined)
        return `${JSON.stringify(ignored)} has no effect here: ${name} has it on the public service only.`
      if (!name.startsWith('chat.')) return undefined
      for (const [argument, effectOf] of Object.entries(ignoredHere)) {
        if (Object.hasOwn(method.args.shape, argument) || !Object.hasOwn(args, argument)) continue
        const effect = effectOf(args[argument])
        if (effect !== undefined) return `${JSON.stringify(argument)} has no effect here: ${effect}.`
      }
      return undefined
    },
  },

  deprecated_argument: {
    there: 'The argument is left over from older apps, and has no effect or is refused.',
    remedy: 'Leave it out.',
    source: 'docs.slack.dev/reference/methods/chat.postMessage, users.list: "legacy", "deprecated".',
    find({ name, args }) {
      const found = deprecatedArguments.find((one) => one.of.test(name) && Object.hasOwn(args, one.name))
      return found && `${JSON.stringify(found.name)} is deprecated: ${found.words}.`
    },
  },

  legacy_attachment_actions: {
    there: 'Buttons and menus of attachments are the older, outmoded way of interaction.',
    remedy: 'Use blocks: `actions` with buttons and selects.',
    source: 'docs.slack.dev/legacy/legacy-messaging.',
    find(call) {
      const isLegacy = call.list('attachments').some((attachment) => objectsIn(attachment['actions']).length > 0)
      return isLegacy ? '`attachments[].actions` are deprecated: use blocks with buttons and selects.' : undefined
    },
  },

  shortened_ts: {
    there:
      'A `ts` has six digits after the point. As a number it loses those at its end, and names another message or none.',
    remedy: 'Keep a `ts` as a string everywhere: in JSON, in databases, in the code.',
    source: 'docs.slack.dev/messaging/retrieving-messages; @slack/web-api warns of a float, too.',
    find({ args }) {
      const name = timestamps.find((one) =>
        /^\d{10}(\.\d{1,5})?$/.test(JSON.stringify(args[one] ?? '').replaceAll('"', '')),
      )
      return (
        name &&
        `"${name}": ${JSON.stringify(args[name])} looks like a \`ts\` that was a number on its way: it has fewer than six digits after the point.`
      )
    },
  },

  json_to_read_method: {
    there:
      'Methods that only read take no JSON: the arguments count as missing, so the call is `invalid_arguments` or finds nothing.',
    remedy: 'Send a form or a query, as the official SDKs do for these methods.',
    source:
      'docs.slack.dev/apis/web-api: JSON is for methods that write; measured by others for conversations.replies and users.info.',
    find({ name, method, args, isJson }) {
      if (!isJson || method?.effect !== 'read' || name === 'api.test' || name === 'auth.test') return undefined
      const given = Object.keys(args).filter((argument) => argument !== 'token')
      return given.length > 0
        ? `${name} only reads, and was sent JSON: on the public service ${given.map((one) => JSON.stringify(one)).join(', ')} would count as missing.`
        : undefined
    },
  },

  token_in_json: {
    there: 'A token in JSON does not count: the call is `not_authed`.',
    remedy: 'Send `authorization: Bearer` with the token, as the official SDKs do. In a form the field `token` counts.',
    source: 'docs.slack.dev/apis/web-api; changelog, October 2017.',
    find({ name, hasJsonToken }) {
      return hasJsonToken
        ? `The token of ${name} is a field of its JSON: on the public service it would not count.`
        : undefined
    },
  },

  deprecated_method: {
    there: 'The method is retired, or will be.',
    remedy: 'Use the method that is named in its place.',
    source: 'docs.slack.dev/changelog.',
    find({ name, caller, remembered }) {
      const [, instead] = deprecatedMethods.find(([pattern]) => pattern.test(name)) ?? []
      if (instead === undefined || !remembered.isFirst(`deprecated_method ${name} ${caller?.app?.id}`)) return undefined
      return `${name} is deprecated: ${instead}.`
    },
  },
} satisfies Record<string, HintDeclaration>

const deprecatedMethods: readonly (readonly [RegExp, string])[] = [
  [/^files\.upload$/, 'it was retired in 2025; use files.getUploadURLExternal and files.completeUploadExternal'],
  [/^(channels|groups|im|mpim)\./, 'it is gone since 2021; use conversations.*'],
  [/^rtm\./, 'use Socket Mode'],
  [/^oauth\.access$/, 'use oauth.v2.access'],
  [/^dialog\.open$/, 'use views.open'],
  [/^stars\./, 'what people save for later has no API any more'],
  [/^users\.setActive$/, 'use users.setPresence'],
]

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === '1'
}

export function isPost({ name }: HintedCall): boolean {
  return name === 'chat.postMessage' || name === 'chat.postEphemeral' || name === 'chat.scheduleMessage'
}
