import { expect, onTestFinished, test } from 'vitest'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { listenOnLoopback } from '#testing/server/bareServers'
import { createServer } from 'node:net'
import { parseRedisAddress } from './address.ts'
import { connectClient } from './client.ts'
import { explainFailure } from './explainFailure.ts'

/** Why this server cannot use what is at an address. */
async function failureAt(text: string) {
  const address = parseRedisAddress(text)
  const failure = await connectClient({ address, prefix: 'test:', onLost: () => {}, trial: undefined }).catch(
    (error: unknown) => error,
  )
  return explainFailure(failure, address, 'test:')
}

test('[BUS-1] a Redis that may be there later is no mistake', async () => {
  const silent = createServer((socket) => onTestFinished(() => void socket.destroy()))
  const hangsUp = createServer((socket) => socket.destroy())
  const resets = createServer((socket) => socket.resetAndDestroy())
  const [mute, closing] = [await listenOnLoopback(silent), await listenOnLoopback(hangsUp)]
  const resetting = await listenOnLoopback(resets)
  expect(await failureAt('redis://:secret@nowhere.invalid')).toEqual({
    words:
      'The host of Redis, nowhere.invalid:6379, has no address in the network. Correct it in --bus, if it is wrong.',
    isMistake: false,
  })
  expect(await failureAt(mute.replace('http', 'redis'))).toMatchObject({
    words: expect.stringMatching(/does not answer\. Look whether it runs .* or correct the address in --bus\.$/),
    isMistake: false,
  })
  for (const url of [closing, resetting])
    expect(await failureAt(url.replace('http', 'redis'))).toMatchObject({
      words: expect.stringMatching(/has closed the connection\. If it wants TLS, .* rediss:\/\/ is needed\.$/),
      isMistake: false,
    })
})

test.skipIf(!redisProgram)('[BUS-1] a Redis that speaks no TLS', async () => {
  const redis = await startRedisServer()
  expect((await failureAt(redis.url.replace('redis', 'rediss'))).words).toMatch(
    /without TLS, it begins with redis:\/\/\.$/,
  )
})

test('[BUS-1] answers that need somebody who corrects something', () => {
  const address = parseRedisAddress('redis://ana:secret@cache/3')
  const flag = '; if the root CA is installed locally, try running Node.js with --use-system-ca'
  const words = (answer: string) => explainFailure(new Error(answer), address, 'test:')
  for (const [answer, expected] of [
    ['MOVED 1 10.0.0.1:6379', 'Redis at cache:6379 is part of a cluster.'],
    ['ERR SELECT is not allowed in cluster mode', 'Redis at cache:6379 is part of a cluster.'],
    ['ERR unknown command `HELLO`', 'Redis at cache:6379 is too old.'],
    ['NOPERM this user has no permissions', 'The user ana of Redis may not do what this server needs: NOPERM'],
    ['NOPERM', 'It needs the rights ~test:* &test:* +@all -@dangerous.'],
    [
      `self-signed certificate${flag}`,
      'If an authority of your own has signed the certificate, NODE_EXTRA_CA_CERTS=FILE names it.',
    ],
    [
      `self-signed certificate${flag}`,
      'Redis at cache:6379 and this server do not agree on TLS: self-signed certificate.',
    ],
    ['DENIED Redis is running in protected mode\nwith more', 'Redis at cache:6379 lets nobody in over the network'],
  ] as const) {
    expect(words(answer)).toEqual({ words: expect.stringContaining(expected), isMistake: true })
    expect(words(answer).words).not.toMatch(/secret|\n|--use-system-ca/)
  }
  expect(words('LOADING Redis is loading')).toEqual({
    words: 'Redis at cache:6379 cannot be used: LOADING Redis is loading.',
    isMistake: false,
  })
})
