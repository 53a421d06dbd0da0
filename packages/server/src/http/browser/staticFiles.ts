import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** What is served from memory: every answer shares one buffer, and none opens a file. */
interface Content {
  bytes: Buffer
  etag: string
}

interface StaticFile {
  type: string
  /** By content coding: `identity`, and `br` and `gzip` if the build has left them. */
  contents: ReadonlyMap<string, Content>
}

/** The endings of compressed files, and the names of their content codings. The best comes first. */
const codings = { '.br': 'br', '.gz': 'gzip' } as const
const preferred = Object.values(codings)

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * The files of a directory, or the named ones only. They are read at the first request for one of them, and never again.
 * `name.br` and `name.gz` are served as `name` to those who take them.
 */
export class StaticFiles {
  readonly #directory: string
  readonly #names: readonly string[] | undefined
  #reading: Promise<ReadonlyMap<string, StaticFile>> | undefined

  constructor(directory: string, names?: readonly string[]) {
    this.#directory = directory
    this.#names = names
  }

  async has(name: string): Promise<boolean> {
    return (await this.#files()).has(name)
  }

  /** Answers with the file of that name, a path below the directory with slashes. */
  async send(request: FastifyRequest, reply: FastifyReply, name: string, cacheControl: string): Promise<void> {
    const file = (await this.#files()).get(name)
    if (!file) return reply.callNotFound()
    const { type, contents } = file
    const accepted = new Negotiator(request).encodings([...contents.keys()])
    const coding = preferred.find((each) => accepted.includes(each)) ?? 'identity'
    const { bytes, etag } = contents.get(coding)!
    void reply.headers({ 'cache-control': cacheControl, etag })
    if (contents.size > 1) void reply.header('vary', 'accept-encoding')
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (coding !== 'identity') void reply.header('content-encoding', coding)
    await reply.type(type).send(bytes)
  }

  #files(): Promise<ReadonlyMap<string, StaticFile>> {
    this.#reading ??= this.#readAll().catch((error) => {
      this.#reading = undefined
      throw error
    })
    return this.#reading
  }

  /** Reads one after the other, so that this needs one file descriptor. */
  async #readAll(): Promise<ReadonlyMap<string, StaticFile>> {
    const contents = new Map<string, Content>()
    for (const name of this.#names ?? (await namesBelow(this.#directory))) {
      const bytes = await readFile(join(this.#directory, name))
      contents.set(name, { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` })
    }
    const names = [...contents.keys()].filter((name) => !contents.has(withoutCoding(name)))
    return new Map(names.map((name) => [name, toFile(name, contents)]))
  }
}

/** The name of the file of which this is a compressed copy; empty if it is none. */
function withoutCoding(name: string): string {
  return extname(name) in codings ? name.slice(0, -extname(name).length) : ''
}

function toFile(name: string, contents: ReadonlyMap<string, Content>): StaticFile {
  const compressed = Object.entries(codings).map(([ending, coding]) => [coding, contents.get(name + ending)] as const)
  const all = [...compressed, ['identity', contents.get(name)] as const]
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    contents: new Map(all.flatMap(([coding, content]) => (content ? [[coding, content]] : []))),
  }
}

async function namesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name)).replaceAll(sep, '/'))
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(etag) || known.includes('*'))
}
