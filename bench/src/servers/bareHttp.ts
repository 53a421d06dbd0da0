import { createServer } from 'node:http'
import { parse } from 'node:querystring'
import { field, textField } from '#measure/untypedFields'

/**
 * The baseline for a call: node:http reads and parses the same form, and answers a constant of the same size. It
 * looks up, checks and stores nothing.
 */
const answer: unknown = JSON.parse(process.argv[2] ?? '{}')
const body = textField(answer, 'body')
const headerList = field(answer, 'headers')
const headers = Array.isArray(headerList) ? headerList.map(String) : []

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const form = parse(Buffer.concat(parts).toString())
    response.writeHead(form['ts'] === undefined ? 400 : 200, headers)
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
