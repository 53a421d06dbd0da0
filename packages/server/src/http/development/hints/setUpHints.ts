import { readManifest } from '#domain/apps/manifest'
import { acceptedScopes } from '#http/api/admission'
import { rates } from '#rpc/method'
import type { HintDeclaration } from './hintDeclaration.ts'
import { objectOf } from '#domain/jsonObjects'
import type { HintedCall } from './hintedCall.ts'

type Facts = ReturnType<typeof readManifest>

/** From this share of a rate limit on it is worth a word. */
const nearRate = 0.8
const minuteMs = 60_000
/** chat.postMessage there: about one message a second in a channel, with short bursts. */
const postsMs = 10_000
const maxPosts = 10

export const setUpHints = {
  rate_near_limit: {
    there:
      'Every method has a tier: so many calls a minute for an app in a team. More is HTTP 429. chat.postMessage takes about one message a second in a channel.',
    remedy:
      'Join appends, ask for larger pages, remember what does not change. `--profile slack` limits calls here, too.',
    source: 'docs.slack.dev/apis/web-api/rate-limits.',
    find({ name, method, caller, args, db, settings, remembered }) {
      if (!method || !caller?.app) return undefined
      const now = db.clock.now()
      const key = `${name} ${caller.teamId} ${caller.app.id}`
      if (name === 'chat.postMessage') {
        const posts = remembered.count(`${key} ${String(args['channel'])}`, now, postsMs)
        if (posts <= maxPosts || !isFirstOfMinute(`${key} ${String(args['channel'])}`)) return undefined
        return `${posts} messages in ten seconds: the public service takes about one a second in a channel.`
      }
      const limit = method.perMinute ?? rates[method.rate]
      if (!Number.isFinite(limit) || limit <= 1) return undefined
      const calls = remembered.count(key, now, minuteMs)
      const isOver = calls > limit
      if (calls <= limit * nearRate || (isOver && settings.rateTiers) || !isFirstOfMinute(`${key} ${isOver}`))
        return undefined
      return `${calls} calls of ${name} within a minute: the public service takes about ${limit}${isOver ? ', and would answer 429' : ''}.`

      function isFirstOfMinute(of: string): boolean {
        return remembered.isFirst(`rate_near_limit ${of} ${Math.floor(now / minuteMs)}`)
      }
    },
  },

  scope_not_in_manifest: {
    there: 'A token gets the scopes of the manifest. When the app is installed from it, the call is `missing_scope`.',
    remedy: 'Add the scope to `oauth_config.scopes` of the manifest.',
    source: 'docs.slack.dev/reference/app-manifest.',
    async find(call) {
      const { method, caller, settings, remembered } = call
      if (!method || !caller?.app || (caller.kind !== 'bot' && caller.kind !== 'user')) return undefined
      const used = acceptedScopes(method, settings).filter((scope) => caller.scopes.includes(scope))
      if (used.length === 0 || !remembered.isFirst(`scope ${caller.app.id} ${caller.kind} ${method.name}`))
        return undefined
      const facts = await call.facts()
      const declared = caller.kind === 'bot' ? facts?.botScopes : facts?.userScopes
      if (!declared || used.some((scope) => declared.includes(scope))) return undefined
      return `The token has ${used.join(', ')}, which the manifest does not ask for: an app installed from it could not call ${method.name}.`
    },
  },

  request_url_not_https: {
    there:
      'Events, interactions and commands go to https addresses on the public internet only, and so do OAuth redirects.',
    remedy: 'Use Socket Mode, or an address with https, for example of a tunnel while you develop.',
    source: 'docs.slack.dev/apis/events-api/using-http-request-urls.',
    async find(call) {
      const facts = await factsOfSetUp(call)
      if (!facts || facts.socketMode) return undefined
      const urls = [
        facts.eventsUrl,
        facts.interactivity?.requestUrl,
        facts.interactivity?.optionsUrl,
        ...facts.commands.map(({ url }) => url),
      ]
      const plain = urls.find((url) => url?.startsWith('http:'))
      return plain && `${plain} is not https: the public service sends nothing there.`
    },
  },

  assistant_view: {
    there:
      'New apps can only have an agent view (`features.agent_view`). The assistant view, with threads that people start, will be retired.',
    remedy:
      'Move to `features.agent_view`: people write to the app in its direct message, and each message begins a thread.',
    source: 'docs.slack.dev/ai/migrating-to-agent-messaging.',
    async find(call) {
      const facts = await factsOfSetUp(call)
      return facts?.assistant && !facts.agent
        ? 'The manifest has `assistant_view` and no `agent_view`: the public service lets no new app have that.'
        : undefined
    },
  },
} satisfies Record<string, HintDeclaration>

/** What is said once about the set-up of an app: at its first auth.test, and whenever its manifest is saved or checked. */
async function factsOfSetUp(call: HintedCall): Promise<Facts | undefined> {
  if (call.isOf('apps.manifest.create', 'apps.manifest.update', 'apps.manifest.validate')) {
    const manifest = objectOf(call.value('manifest'))
    return manifest && readManifest(manifest, '')
  }
  return call.isOf('auth.test') && call.answer ? call.facts() : undefined
}
