import { describe, expect, test } from 'vitest'
import { parseCommand, findCommands } from './commands.ts'

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
  ])('%j', (text, parsed) => expect(parseCommand(text)).toEqual(parsed))

  test('commands that begin with the text come first, and none match once text follows', () => {
    expect(findCommands('/', commands).map((one) => one.command)).toEqual(['/ask', '/task', '/ticket'])
    expect(findCommands('/as', commands).map((one) => one.command)).toEqual(['/ask', '/task'])
    expect(findCommands('/ask ', commands)).toEqual([])
    expect(findCommands('/usr/', commands)).toEqual([])
  })
})
