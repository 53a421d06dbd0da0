/** Whether this process is to be a server. */
export const isServer = ['dev', 'serve'].includes(process.argv[2] ?? '')

/** [OPS-16] A server that is told to stop before it listens for signals itself has made nothing, and just ends. */
export function listenEarly(): void {
  if (!isServer) return
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(0)
    })
}
