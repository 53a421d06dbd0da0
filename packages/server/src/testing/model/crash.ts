import { setImmediate as tick } from 'node:timers/promises'
import type { Command } from './commands.ts'
import { contentOf } from './content.ts'
import type { CrashableServer } from './crashableServer.ts'
import type { createModelClient } from './modelClient.ts'
import type { ModelMessage, ThreadModel } from './threadModel.ts'
import type { createViewers } from './viewers.ts'

interface CrashContext {
  server: CrashableServer
  channel: string
  model: ThreadModel
  client: ReturnType<typeof createModelClient>
  viewers: ReturnType<typeof createViewers>
  /** The stream that may be appended to when the server crashes. */
  target: { stream: ModelMessage; ts: string } | undefined
  expectAnswer: (answer: { ok: boolean }, error: string) => void
}

/**
 * Crashes the current node. If this happens during a call, its answer is lost, and the call is repeated afterwards. Who was
 * connected there goes on at another node, if there is one.
 */
export async function crash(
  { flying, ticks }: Extract<Command, { do: 'crash' }>,
  { server, channel, model, client, viewers, target, expectAnswer }: CrashContext,
): Promise<void> {
  const about = flying ? target : undefined
  const args = about && { channel, ts: about.ts, ...contentOf(about.stream.mode ?? 'text', [{ text: 'z' }]).args }
  const key = client.nextKey()
  const lost = about && args ? client.send(about.stream.app, 'chat.appendStream', args, key).catch(() => '') : undefined
  for (let i = 0; i < ticks; i++) await tick()
  const cut = viewers.endHere()
  await server.crash()
  await lost
  server.goToAnother()
  for (const viewer of cut) await viewers.reconnect(viewer)
  if (!about || !args) return
  const { app, mode } = about.stream
  const body = await client.send(app, 'chat.appendStream', args, key)
  expectAnswer(JSON.parse(body), model.append(app, about.stream, mode ?? 'text', [{ text: 'z' }]))
}
