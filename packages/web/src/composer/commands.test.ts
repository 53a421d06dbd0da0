import { describe, expect, test } from 'vitest'
import { commandIn, matchingCommands } from './commands.ts'

const command = (name: string) => ({ app_id: 'A1', command: name, description: '' })
const commands = ['/ticket', '/ask', '/task'].map(command)

describe('commands in the composer', () => {
  test.each([
    ['/ask', { command: '/ask', text: '' }],
    ['/Ask  why is it so?\nreally ', { command: '/ask', text: 'why is it so?\nreally' }],
    ['/usr/bin is a path', undefined],
    ['/', undefined],
    [' /ask', undefined],
    ['ask /ask', undefined],
  ])('%j', (text, meant) => expect(commandIn(text)).toEqual(meant))

  test('those that begin so come first, and none once there is more', () => {
    expect(matchingCommands('/', commands).map((one) => one.command)).toEqual(['/ask', '/task', '/ticket'])
    expect(matchingCommands('/as', commands).map((one) => one.command)).toEqual(['/ask', '/task'])
    expect(matchingCommands('/ask ', commands)).toEqual([])
    expect(matchingCommands('/usr/', commands)).toEqual([])
  })
})
