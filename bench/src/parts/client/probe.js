// Runs in the page, before its own scripts: notes how long frames take and how long people wait for what they type.
window.probe = { frames: [], waits: new Map(), paintedAt: undefined }
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) {
    if (!interactionId) continue
    probe.waits.set(interactionId, Math.max(duration, probe.waits.get(interactionId) ?? 0))
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true })

probe.start = () => {
  probe.frames = []
  probe.waits.clear()
  probe.running = true
  let before = performance.now()
  requestAnimationFrame(function note(now) {
    probe.frames.push(now - before)
    before = now
    if (probe.running) requestAnimationFrame(note)
  })
}
probe.stop = () => {
  probe.running = false
  return { frames: probe.frames, waits: [...probe.waits.values()] }
}

/** Resolves with the moment after the frame in which the page first shows an element that `selector` finds. */
probe.painted = (selector) =>
  new Promise((done) => {
    const look = () =>
      document.querySelector(selector)
        ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
        : requestAnimationFrame(look)
    look()
  })

/** Goes to an address of the client, as Back and Forward do. Resolves with the milliseconds until the message is painted. */
probe.goTo = async (path, selector) => {
  const start = performance.now()
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
  return (await probe.painted(selector)) - start
}
