import { expect, test } from 'vitest'
import { toChannelName } from './channelName.ts'

test.each([
  ['Plan Budget', 'plan-budget'],
  ['#help  desk!', 'help-desk'],
  ['Größe_2', 'größe_2'],
  ['日本', '日本'],
  ['🌊', ''],
])('%j makes the name %j', (typed, name) => expect(toChannelName(typed)).toBe(name))
