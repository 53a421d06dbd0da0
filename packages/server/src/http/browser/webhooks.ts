import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { areAttachmentsTooLarge, checkAttachments, checkBlocks } from '@rivulet/blocks/check'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { shortId, textCheckedLater } from '#rpc/args/values'
import type { MessageContent } from '#domain/messages/content'
import { postToWebhook, type WebhookAddress } from '#domain/webhooks/post'
import { describeIssues } from '#domain/issues'
import { Refusal } from '#domain/refusal'
import { parseJson } from '#rpc/args/json'
import type { Store } from '#store/db'
import { isUnavailable, sendUnavailable } from '#http/errorReplies'

const maxBytes = 1024 * 1024

const scalar = z.union([textCheckedLater(maxLength.text), z.number().transform(String)]).nullish()
const payload = z.object({
  text: scalar,
  thread_ts: z.union([shortId, z.number().transform(String)]).nullish(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
})

/** [HOOK-2] Incoming webhooks: programs post a message at an address, and get a word back. */
export function webhookRoutes(app: FastifyInstance, store: Store): void {
  // Whatever the content type says: programs often send JSON as a form, and a form as nothing.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => {
    if (isUnavailable(error)) return sendUnavailable(reply, error)
    if (error instanceof Refusal) return sendWord(reply, error.code)
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status < 500) return reply.code(status).type('text/plain; charset=utf-8').send('invalid_payload')
    throw error
  })

  app.post(
    '/services/:team/:id/:secret',
    { bodyLimit: maxBytes },
    async (request: FastifyRequest<{ Params: WebhookAddress; Body: string }>, reply) => {
      const { content, threadTs } = readPayload(request.body ?? '')
      await store.write((tx) => postToWebhook(tx, request.params, content, threadTs))
      return sendWord(reply, 'ok')
    },
  )
}

function readPayload(body: string): { content: MessageContent; threadTs: string | undefined } {
  const json = body.trimStart().startsWith('{') ? body : (new URLSearchParams(body).get('payload') ?? '')
  const read = payload.safeParse(parseJson(json)?.value)
  if (!read.success) throw new Refusal('invalid_payload', describeIssues(read.error.issues))
  const { text, thread_ts: threadTs } = read.data
  const blocks = read.data.blocks == null ? undefined : checkBlocks(read.data.blocks)
  if (blocks && !blocks.ok) throw new Refusal('invalid_blocks', blocks.faults[0]?.message)
  const attachments = read.data.attachments == null ? undefined : checkAttachments(read.data.attachments)
  if (attachments && !attachments.ok)
    throw new Refusal(
      attachments.tooLong ? 'too_many_attachments' : 'invalid_attachments',
      attachments.faults[0]?.message,
    )
  if (attachments && areAttachmentsTooLarge(attachments.value))
    throw new Refusal('attachment_payload_limit_exceeded', '')
  return {
    content: { text: text ?? undefined, markdown: undefined, blocks: blocks?.value, attachments: attachments?.value },
    threadTs: threadTs || undefined,
  }
}

/** [HOOK-3] Programs compare the word, so the words of the public service stand for the more exact ones of the API. */
function sendWord(reply: FastifyReply, code: string) {
  const word = prohibited.test(code) ? 'action_prohibited' : (words[code] ?? code)
  const status = word === 'ok' ? 200 : (statuses[word] ?? 400)
  if (status === 429) void reply.header('retry-after', '60')
  return reply.code(status).type('text/plain; charset=utf-8').send(word)
}

const prohibited = /^(restricted_action|messages_tab|ekm_|access_denied)|_sharing_blocked$/
const words: Readonly<Record<string, string>> = { message_limit_exceeded: 'rate_limited' }
const statuses: Readonly<Record<string, number>> = {
  action_prohibited: 403,
  invalid_token: 403,
  channel_not_found: 404,
  no_service: 404,
  no_team: 404,
  channel_is_archived: 410,
  rate_limited: 429,
}
