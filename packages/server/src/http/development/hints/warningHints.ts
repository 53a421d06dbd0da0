import type { HintDeclaration } from './hintDeclaration.ts'

/** Warnings that are part of the wire, and come without hints as well. */
export const warningHints = {
  missing_charset: warning({
    words: 'The body is JSON or text, and its content type names no charset.',
    there: 'The same warning.',
    remedy: 'Send `content-type: application/json; charset=utf-8`.',
    source: 'docs.slack.dev/apis/web-api.',
  }),
  superfluous_charset: warning({
    words: 'The body is a form, and its content type names a charset, which forms have not.',
    there: 'The same warning.',
    remedy: 'Send `content-type: application/x-www-form-urlencoded` alone.',
    source: 'docs.slack.dev/apis/web-api.',
  }),
  ignored_content: warning({
    words: 'The method does not take all content of the call, and left something out.',
    there: 'The content vanishes without a word.',
    remedy: 'Look up the arguments of the method: appends have no `blocks`, for example.',
    source: 'docs.slack.dev/reference/methods.',
  }),
  message_truncated: warning({
    words: '`text` has more than 40,000 characters, and its end was cut off.',
    there: 'The same warning.',
    remedy: 'Send it in several messages, of 4,000 characters at most.',
    source: 'docs.slack.dev/reference/methods/chat.postMessage.',
  }),
  scope_deprecated: warning({
    words: 'The token has `assistant:write` and not `chat:write`, which will soon be needed.',
    there: 'The change is announced, without a date.',
    remedy: 'Request `chat:write`.',
    source: 'docs.slack.dev/changelog, 5 March 2026.',
  }),
  thread_ts_ignored: warning({
    words: 'An app with an agent view gave `thread_ts`, which has no effect: its prompts are for the direct message.',
    there: 'The call succeeds without effect.',
    remedy: 'Leave `thread_ts` out.',
    source: 'docs.slack.dev/ai/migrating-to-agent-messaging.',
  }),
  missing_agent_session_stopped_event_subscription: warning({
    words: 'The manifest does not subscribe to `agent_session_stopped`, so nobody can stop the agent.',
    there: 'The same warning.',
    remedy: 'Add `agent_session_stopped` to `settings.event_subscriptions.bot_events`.',
    source: 'docs.slack.dev/reference/methods/agents.sessions.setStatus.',
  }),
} satisfies Record<string, HintDeclaration>

function warning({ words, ...declared }: Omit<HintDeclaration, 'find'> & { words: string }) {
  return { ...declared, words, find: () => undefined }
}
