import { describe, expect, test, onTestFinished } from 'vitest'
import { ErrorLog } from './errorLog.ts'

function openLog() {
  const lines: Record<string, unknown>[] = []
  const log = new ErrorLog((line) => lines.push(JSON.parse(line)))
  onTestFinished(() => log.close())
  return { log, lines }
}

const where = 'chat.postMessage'
const refused = (port: number) => new Error(`connect ECONNREFUSED 127.0.0.1:${port}`)

describe('the log of unexpected errors', () => {
  test('[FLT-4] shows the stack of the first error of a kind, and counts those that follow', () => {
    const { log, lines } = openLog()
    for (let i = 0; i < 200; i++) log.log(refused(i), { requestId: `r${i}`, where })
    expect(lines).toMatchObject([{ level: 'error', requestId: 'r0', where, stack: expect.stringContaining('at ') }])
    log.tellRepeats()
    expect(lines.slice(1)).toMatchObject([
      { more: 199, of: expect.stringContaining('ECONNREFUSED'), requestId: 'r199', where },
    ])
    log.tellRepeats()
    log.log(refused(1), { where })
    expect(lines).toHaveLength(3)
    expect(lines[2]).toHaveProperty('stack')
  })

  test('[FLT-4] tells kinds apart by their words and the place where they were thrown', () => {
    const { log, lines } = openLog()
    log.log(new Error('one'), { where })
    log.log(new Error('two'), { where })
    log.log(new Error('one'), { where })
    expect(lines).toHaveLength(3)
  })

  test('[OPS-14] has a line with level and time for what the operator should know', () => {
    const { log, lines } = openLog()
    log.note('Redis is there.')
    expect(lines).toEqual([{ level: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/), text: 'Redis is there.' }])
  })

  test('[FLT-4] is short even if every error has other words', () => {
    const { log, lines } = openLog()
    for (let i = 0; i < 500; i++) log.log(new Error('x'.repeat(i % 250) + 'y'), { where })
    expect(lines.length).toBeLessThanOrEqual(100)
    log.tellRepeats()
    expect(lines.length).toBeLessThanOrEqual(200)
    expect(lines.at(-1)).toMatchObject({ of: 'other errors' })
  })
})
