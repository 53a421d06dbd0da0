import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { findApp } from '#domain/apps/find'
import { installInTeam, createApp, installManifest } from '#domain/apps/install'
import { uninstallApp } from '#domain/apps/uninstall'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { setStatus } from '#domain/threads/status'
import { setAgentStatus } from '#domain/threads/agentSessions'
import { startInteractiveServer } from '#testing/apps/interactiveServer'
import { actionsOn, dm, rootTs, text } from '#testing/workspace/domain'
import { connectViewer } from '#testing/feed/viewer'

const [team, elsewhere] = ['T0ACME', 'T0STRICT']
const command = (name: string) => ({ command: name, description: 'Helps', usage_hint: 'x' })
const manifest = (...names: string[]) => ({
  display_information: { name: 'Helper' },
  features: { slash_commands: names.map(command) },
})

async function startTeam() {
  const server = await startInteractiveServer({ connected: false })
  const { store } = server
  const ana = await connectViewer(server.url, 'U0ANA')
  await ana.open(dm.id)
  const acts = actionsOn(store)
  const channel = (await findChannel(store.db, team, dm.id))!
  const { app, userId } = requireApp(await acts.findCaller('xoxb-acme-scout'))
  const appearance = { username: undefined, iconEmoji: undefined, iconUrl: undefined }
  const inThread = { channel, threadTs: rootTs, app, userId, appearance }
  return { ...server, ...acts, agrees, installs, uninstalls, status, agent }

  /** Waits until the viewer that applied all frames and a fresh one see the same. Returns the fresh one. */
  async function agrees() {
    const fresh = await connectViewer(server.url, 'U0ANA')
    await fresh.open(dm.id)
    // A viewer also receives messages of other channels, such as the one that the bot has left.
    const all = ({ visible, offers, users }: typeof ana) => {
      const { messages, statuses, threads } = visible()
      return { offers, users, statuses, threads, messages: messages.filter((one) => !one.notice) }
    }
    await ana.until(() => isDeepStrictEqual(all(ana), all(fresh))).catch(() => expect(all(ana)).toEqual(all(fresh)))
    return fresh
  }
  async function status() {
    await store.write((tx) => setStatus(tx, { ...inThread, text: 'reads', loadingMessages: [] }))
  }
  async function agent(to: 'processing' | 'suspended') {
    await store.write((tx) => setAgentStatus(tx, { ...inThread, status: to }))
  }
  async function installs(...commands: string[]) {
    await store.write((tx) => installManifest(tx, manifest(...commands), { teamId: team, installedBy: 'U0ANA' }))
  }
  async function uninstalls(name: string) {
    await store.write(async (tx) => uninstallApp(tx, (await findApp(tx, team, name))!, team))
  }
}

test('[APP-2, APP-10] viewers are sent commands and shortcuts when apps are installed, changed and uninstalled', async () => {
  const { agrees, installs, uninstalls } = await startTeam()
  const offered = async () => (await agrees()).offers.commands.map((one) => one.command)
  expect(await offered()).toEqual(['/ask', '/escape'])
  await installs('/help')
  expect((await offered()).toSorted()).toEqual(['/ask', '/escape', '/help'])
  await installs('/aid', '/help')
  expect((await offered()).toSorted()).toEqual(['/aid', '/ask', '/escape', '/help'])
  await uninstalls('Helper')
  expect(await offered()).toEqual(['/ask', '/escape'])
  await uninstalls('Scout')
  expect((await agrees()).offers).toEqual({ commands: [], shortcuts: [] })
})

test('[APP-2] this includes an app without a bot user', async () => {
  const { store, agrees, uninstalls } = await startTeam()
  await store.write(async (tx) => {
    const app = await createApp(tx, manifest('/help'), team)
    await installInTeam(tx, app, { teamId: team, installedBy: 'U0ANA' }, false)
    await installInTeam(tx, app, { teamId: elsewhere, installedBy: undefined })
  })
  expect((await agrees()).offers.commands).toContainEqual(expect.objectContaining({ command: '/help' }))
  await store.write((tx) => installManifest(tx, manifest('/aid'), { teamId: elsewhere, installedBy: undefined }))
  expect((await agrees()).offers.commands).toContainEqual(expect.objectContaining({ command: '/aid' }))
  await uninstalls('Helper')
  expect((await agrees()).offers.commands).toHaveLength(2)
})

test('[APP-10] the work of an app ends when it is uninstalled', async () => {
  const { agrees, uninstalls, start, status, agent } = await startTeam()
  const ts = await start(text('half'))
  await status()
  await agent('processing')
  expect((await agrees()).visible().statuses).toHaveLength(1)

  await uninstalls('Scout')
  const { messages, statuses, threads } = (await agrees()).visible()
  expect(statuses).toEqual([])
  expect(threads).toMatchObject([{ agents: [{ status: 'closed' }] }])
  expect(messages.find((message) => message.ts === ts)).toMatchObject({ streaming_state: 'errored', text: 'half' })
})
