import { afterEach, describe, expect, test } from 'vitest'
import { addWish, settleWishes, wishes, withWish } from './reacting.ts'
import { tellTrouble, troubles } from './troubles.ts'

const tada = [{ name: 'tada', users: ['U2'] }]
const wish = { id: 'a', channel: 'C1', ts: '1.1', name: 'tada', wanted: true }

describe('a reaction on its way', () => {
  afterEach(() => wishes.setState([], true))

  test('is shown among the others at once, and taken back at once', () => {
    const mine = withWish(tada, { name: 'tada', wanted: true }, 'U1')
    expect(mine).toEqual([{ name: 'tada', users: ['U2', 'U1'] }])
    expect(withWish(mine, { name: 'tada', wanted: false }, 'U1')).toEqual(tada)
    expect(withWish(tada, { name: 'eyes', wanted: true }, 'U1')).toEqual([...tada, { name: 'eyes', users: ['U1'] }])
    expect(withWish([{ name: 'eyes', users: ['U1'] }], { name: 'eyes', wanted: false }, 'U1')).toEqual([])
    expect(withWish(tada, { name: 'tada', wanted: false }, 'U1')).toBe(tada)
  })

  test('is held until the server says how it is, or refuses', () => {
    addWish(wish)
    settleWishes({ type: 'done', id: 'a', ts: '1.1' })
    settleWishes({ type: 'reactions', seq: 1, channel: 'C1', ts: '1.2', reactions: [] })
    expect(wishes.getState()).toEqual([wish])
    settleWishes({ type: 'reactions', seq: 1, channel: 'C1', ts: '1.1', reactions: tada })
    expect(wishes.getState()).toEqual([])
    addWish(wish)
    settleWishes({ type: 'refused', id: 'a', error: 'too_many_reactions', detail: '' })
    expect(wishes.getState()).toEqual([])
  })

  test('says why it was refused', () => {
    addWish(wish)
    settleWishes({ type: 'refused', id: 'a', error: 'is_archived', detail: 'The channel is archived.' })
    expect(troubles.getState()).toEqual({ 'C1 1.1': 'The channel is archived.' })
    tellTrouble('C1', '1.1', undefined)
    expect(troubles.getState()).toEqual({})
  })

  test('gives way to a later one of the same emoji', () => {
    addWish(wish)
    addWish({ ...wish, id: 'b', wanted: false })
    expect(wishes.getState()).toMatchObject([{ id: 'b' }])
  })
})
