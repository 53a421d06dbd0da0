import { runAndReport } from '#cli/report'
import { WrongUsage } from '#cli/terminal/failure'
import { writeOutput } from '#cli/terminal/output'
import { Mask } from './mask.ts'
import { Recorder } from './proxy.ts'
import { FixtureWriter } from './writer.ts'

export interface RecordFlags {
  upstream: string
  port: string
  host: string
  out: string
  force: boolean
  json: boolean
}

/** Stands between apps and a server until it is stopped. */
export function record(flags: RecordFlags): Promise<number> {
  return runAndReport(async () => {
    const upstream = parseUpstream(flags.upstream)
    const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
    ended.catch(() => {})
    const writer = new FixtureWriter(flags.out, { upstream: upstream.href, replace: flags.force, onFailure: fail })
    const recorder = new Recorder({ upstream, writer, mask: new Mask() })
    try {
      await recorder.listen(flags.host, parsePort(flags.port))
      const address = recorder.server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const api = `http://${flags.host.includes(':') ? `[${flags.host}]` : flags.host}:${port}/api/`
      if (flags.json)
        await print(JSON.stringify({ ready: true, api, upstream: upstream.href, out: flags.out, pid: process.pid }))
      else
        await print(
          `Recording ${upstream.href} into ${flags.out}\nPoint your app here:  SLACK_API_URL=${api}\nStop with Ctrl+C.`,
        )
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end())
      await ended
    } finally {
      recorder.close()
      writer.close()
    }
    if (flags.json) await print(JSON.stringify({ entries: writer.lines, out: flags.out }))
    else await print(`${writer.lines} entries are in ${flags.out}.`)
  })
}

function parseUpstream(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    if (url.username !== '' || url.password !== '') throw new WrongUsage('--upstream must not hold a name or password.')
    url.search = ''
    return url
  }
  throw new WrongUsage(
    `--upstream ${JSON.stringify(text)} is no address like https://slack.com/api/ or http://127.0.0.1:7070.`,
  )
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new WrongUsage(`--port ${JSON.stringify(text)} is no port: give a number from 0 to 65535.`)
}

function print(text: string): Promise<void> {
  return writeOutput(`${text}\n`)
}
