import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/** The baseline for sending one text to many: each call starts a `ws.send` in a loop. The argument is the size of the text. */
const text = JSON.stringify({ text: 'x'.repeat(Math.max(0, Number(process.argv[2]) - 11)) })
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    for (const socket of sockets.clients) socket.send(text)
    response.end('{"ok":true}')
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.on('message', () => socket.send('{"type":"welcome"}')))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
