/** What the simulation takes for given. Change it to your own figures; nothing else has to be changed. */

/**
 * Measured by `npm run bench -- databases`. Times are microseconds of processor time per call, on a machine that was about
 * a fourth as quick as others: rather several times too long than too short. Those of the database are of statements that are
 * parsed each time, less what names have saved elsewhere (bench/README.md).
 */
export const costs = {
  source: '2026-11-28, 2 slow cores, PostgreSQL 15',
  /** `node`: of the server's process. `database`: of the PostgreSQL processes that it is connected to. */
  calls: {
    append: { node: 127, database: 63 },
    post: { node: 1590, database: 2130 },
    replies: { node: 1530, database: 1600 },
    status: { node: 940, database: 1400 },
  },
  /** bench/README.md, 2026-11-23: a frame to one of 1,000 viewers, and what an idle viewer and an open stream take. */
  frame: 12,
  viewerKiB: 6.1,
  streamKiB: 0.8,
  /** Appends per second of 64 writers of one team, 2026-11-27, a quiet machine. Its commits wait for each other. */
  appendsOfOneTeam: 16_000,
}

/** Not measured: how people use it, on a working day. */
export const usage = {
  answers: 8,
  appendsPerAnswer: 120,
  messages: 25,
  threadsRead: 60,
  statuses: 16,
  /** Windows that are open in the busiest hour, for each person. */
  viewers: 0.4,
  /** Viewers that see a message, and a growing answer. */
  viewersOfMessage: 8,
  viewersOfAnswer: 1,
  /** The share of a day's work in each hour of it, by local time. */
  hours: [0, 0, 0, 0, 0, 0, 1, 3, 8, 12, 12, 10, 7, 10, 11, 10, 8, 4, 2, 1, 1, 0, 0, 0].map((part) => part / 100),
  weekend: 0.2,
}

/** Not measured: teams, as they are in the world: few are huge, most are small. */
export const world = {
  /** Half of the teams have fewer people. */
  medianPeople: 12,
  /** Of the logarithm of the number of people. */
  deviation: 1.8,
  largest: 200_000,
  /** Where people live: hours from UTC, and how many of them. */
  zones: [-8, -7, -6, -5, -3, 0, 1, 2, 3, 5, 8, 9, 10],
  peopleByZone: [12, 3, 8, 14, 5, 8, 16, 5, 3, 9, 9, 6, 2],
  /** In a month, most teams grow by half of this factor or shrink by it … */
  monthlyDeviation: 0.15,
  monthlyGrowth: 1.05,
  /** … and so many become ten times as large. */
  becomeLarge: 30,
}

/** Not measured: machines. A node is one process; it computes on one core. */
export const machines = {
  nodeMiB: 2048,
  nodeBaseMiB: 190,
  databaseCores: 16,
  databaseGiB: 8000,
  databaseConnections: 500,
  connectionsPerNode: 10,
  /** What a message takes with its indexes, in bytes (one of three words: 1,030), and for how many working days it is kept. */
  bytesPerMessage: 2500,
  daysKept: 250,
  /** Messages that one Redis passes on in a second, on one core. */
  redisMessages: 100_000,
  /** How much of anything may be used in the busiest hour. */
  busy: 0.6,
}

/** Not measured: how often something fails, and for how long. */
export const failures = {
  nodeDays: 30,
  nodeSeconds: 15,
  databaseDays: 120,
  /** Until the standby has taken over. */
  databaseSeconds: 60,
  /** Of a team that moves to another database. */
  moveMiBPerSecond: 40,
  moveSeconds: 3,
}

/** Round list prices of general machines, in dollars a month. Change them to yours. */
export const prices = {
  /** One core and 2 GiB. */
  node: 25,
  /** 16 cores and 64 GiB; each database has a standby. */
  database: 550,
  databasesPerGroup: 2,
  /** A GiB of its disk, at each of the two, with backups. */
  diskGiB: 0.15,
  redis: 50,
}
