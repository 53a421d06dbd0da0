import { vi } from 'vitest'
import type { Command } from './commands.ts'
import type { CrashableServer } from './crashableServer.ts'
import { idleTimeout } from './threadModel.ts'
import { createWorld, type World } from './world.ts'

/** Performs the commands on a thread of a real server and on its model, and compares the two. */
export async function runCommands(server: CrashableServer, commands: readonly Command[]): Promise<void> {
  // Only the command `clock` moves the time, so a slow machine does not change the outcome.
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const world = await createWorld(server)
    await performAll(world, commands, server.checkEvery).finally(world.end)
  } finally {
    vi.useRealTimers()
  }
}

async function performAll(world: World, commands: readonly Command[], checkEvery: number): Promise<void> {
  for (const [i, command] of commands.entries()) {
    await world.perform(command)
    world.checkViewers()
    const isRevealing = command.do === 'crash' || command.do === 'clock'
    if (isRevealing || i % checkEvery === 0) await world.checkStored()
  }
  await world.perform({ do: 'clock', seconds: idleTimeout + 10 })
  await world.perform({ do: 'look' })
  await world.checkStored()
}
