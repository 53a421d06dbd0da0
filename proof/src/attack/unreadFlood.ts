import { connect } from 'node:net'

/** Connections that each send the same bytes a number of times and read nothing, for as long as this process lives. */
export interface Flood {
  host: string
  port: number
  bytes: string
  times: number
  connections: number
}

// The channel keeps the process alive: connections that read nothing do not.
process.on('message', ({ host, port, bytes, times, connections }: Flood) => {
  const sent = Buffer.from(bytes)
  for (let i = 0; i < connections; i++) {
    const socket = connect(port, host)
    socket.on('error', () => {}).pause()
    for (let n = 0; n < times; n++) socket.write(sent)
  }
  process.send?.('sent')
})
