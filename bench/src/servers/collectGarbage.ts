import { memoryUsage } from 'node:process'

/** Loaded into a server that is measured: at SIGUSR2 it collects its garbage and prints the bytes that its heap then holds. */
process.on('SIGUSR2', () => {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  process.stdout.write(`${JSON.stringify({ heapUsed: memoryUsage().heapUsed })}\n`)
})
