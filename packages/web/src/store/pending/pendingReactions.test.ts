import { describe, expect, test } from 'vitest'
import { createMessageErrors } from './messageErrors.ts'
import { applyPendingReaction, createPendingReactions } from './pendingReactions.ts'

const tada = [{ name: 'tada', users: ['U2'] }]
const reaction = { id: 'a', channel: 'C1', ts: '1.1', name: 'tada', wanted: true }

describe('a pending reaction', () => {
  test('is added to the others at once, and removed at once', () => {
    const mine = applyPendingReaction(tada, { name: 'tada', wanted: true }, 'U1')
    expect(mine).toEqual([{ name: 'tada', users: ['U2', 'U1'] }])
    expect(applyPendingReaction(mine, { name: 'tada', wanted: false }, 'U1')).toEqual(tada)
    expect(applyPendingReaction(tada, { name: 'eyes', wanted: true }, 'U1')).toEqual([
      ...tada,
      { name: 'eyes', users: ['U1'] },
    ])
    const eyes = [{ name: 'eyes', users: ['U1'] }]
    expect(applyPendingReaction(eyes, { name: 'eyes', wanted: false }, 'U1')).toEqual([])
    expect(applyPendingReaction(tada, { name: 'tada', wanted: false }, 'U1')).toBe(tada)
  })

  test('stays until the server sends the reactions or refuses', () => {
    const pending = createPendingReactions(createMessageErrors())
    pending.add(reaction)
    pending.settle({ type: 'done', id: 'a', ts: '1.1' })
    pending.settle({ type: 'reactions', seq: 1, channel: 'C1', ts: '1.2', reactions: [] })
    expect(pending.store.getState()).toEqual([reaction])
    pending.settle({ type: 'reactions', seq: 1, channel: 'C1', ts: '1.1', reactions: tada })
    expect(pending.store.getState()).toEqual([])
    pending.add(reaction)
    pending.settle({ type: 'refused', id: 'a', error: 'too_many_reactions', detail: '' })
    expect(pending.store.getState()).toEqual([])
  })

  test('shows why it was refused', () => {
    const errors = createMessageErrors()
    const pending = createPendingReactions(errors)
    pending.add(reaction)
    pending.settle({ type: 'refused', id: 'a', error: 'is_archived', detail: 'The channel is archived.' })
    expect(errors.store.getState()).toEqual({ 'C1 1.1': 'The channel is archived.' })
    errors.set('C1', '1.1', undefined)
    expect(errors.store.getState()).toEqual({})
  })

  test('gives way to a later one of the same emoji', () => {
    const pending = createPendingReactions(createMessageErrors())
    pending.add(reaction)
    pending.add({ ...reaction, id: 'b', wanted: false })
    expect(pending.store.getState()).toMatchObject([{ id: 'b' }])
  })
})
