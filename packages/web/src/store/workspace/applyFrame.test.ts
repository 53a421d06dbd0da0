import type { ServerFrame } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { pageId } from '#store/interactions/sendInteraction.ts'
import { applyFrame } from './applyFrame.ts'
import { channelFrame, createMessage, messageFrame, stateAfter, welcome } from './testing/frames.ts'
import { contentOf, emptyWorkspace } from './workspace.ts'

describe('the workspace', () => {
  test('starts with the welcome, and knows how far the server’s clock is ahead', () => {
    expect(stateAfter()).toMatchObject({ ready: true, seq: 10, epoch: 'e1', clockAhead: 1_000, you: 'U1' })
  })

  test('follows the server’s clock when it is set back', () => {
    expect(stateAfter({ type: 'pong', now: 5_000 - 120_000 }).clockAhead).toBe(1_000 - 120_000)
  })

  test('ignores frames of a newer server that it does not know', () => {
    const frame: unknown = { type: 'unknown', seq: 11 }
    expect(applyFrame(emptyWorkspace, frame as ServerFrame)).toBe(emptyWorkspace)
  })

  test('lists the commands and shortcuts that apps offer now', () => {
    const command = { app_id: 'A1', command: '/ask', description: 'Asks' }
    const offers: ServerFrame = { type: 'offers_changed', seq: 11, commands: [command], shortcuts: [] }
    expect(stateAfter(offers)).toMatchObject({ seq: 11, commands: [command], shortcuts: [] })
    expect(stateAfter(offers, { ...offers, seq: 12, commands: [] }).commands).toEqual([])
  })

  test('moves its cursor only with the log, so that no frame is skipped after a snapshot that is ahead', () => {
    expect(stateAfter(channelFrame([createMessage('1.1')])).seq).toBe(10)
    expect(stateAfter(channelFrame([createMessage('1.1')]), messageFrame(11, createMessage('1.2'))).seq).toBe(11)
  })

  test('a channel that the viewer no longer sees is removed', () => {
    expect(stateAfter({ type: 'channel_changed', seq: 11, id: 'C1', channel: null }).channels).toEqual({})
  })

  test('a thread that was refused counts as fetched', () => {
    const refused: ServerFrame = {
      type: 'refused',
      channel: 'C1',
      thread_ts: '1.1',
      error: 'invalid_thread_ts',
      detail: '',
    }
    expect(contentOf(stateAfter(refused), 'C1').threads).toEqual({ '1.1': { oldest: undefined } })
  })
})

describe('views', () => {
  const view = (id: string) => ({ id, app_id: 'A1', type: 'modal' as const, title: id, blocks: [] })
  const modals = (id: string, views: string[], to: string | null = pageId): ServerFrame => ({
    type: 'modals',
    seq: 11,
    id,
    page: to,
    views: views.map(view),
  })
  const shown = (...frames: ServerFrame[]) =>
    stateAfter(...frames).modals.map(({ id, views }) => [id, views.map((v) => v.id)])

  test('modals replace the earlier ones of their view stack, and close', () => {
    expect(shown(modals('P1', ['V1']))).toEqual([['P1', ['V1']]])
    expect(shown(modals('P1', ['V1']), modals('P2', ['V9']), modals('P1', ['V1', 'V2']))).toEqual([
      ['P1', ['V1', 'V2']],
      ['P2', ['V9']],
    ])
    expect(shown(modals('P1', ['V1']), modals('P1', []))).toEqual([])
    expect(shown(modals('P1', []))).toEqual([])
  })

  test('modals that another page asked for do not show here', () => {
    expect(shown(modals('P1', ['V1'], 'another'))).toEqual([])
    expect(shown(modals('P1', ['V1'], null))).toEqual([['P1', ['V1']]])
  })

  test('the newest Home tab is kept until a fresh start', () => {
    const home: ServerFrame = { type: 'home', seq: 11, app_id: 'A1', view: { ...view('V1'), type: 'home' } }
    expect(stateAfter(home).homes).toMatchObject({ A1: { id: 'V1' } })
    expect(stateAfter(home, welcome).homes).toEqual({})
  })
})
