'use strict'

/** What to say to this version of Node, such as 20.1.0; undefined if it is among `engines` of package.json. */
exports.explainOldNode = function (version, engines) {
  var has = numbersOf(version)
  var isSupported = engines.split('||').some(function (range) {
    var least = numbersOf(range)
    return compare(has, least) >= 0 && (range.indexOf('^') < 0 || has[0] === least[0])
  })
  return isSupported
    ? undefined
    : 'This machine has Node ' + version + ', which cannot run the server. Install Node 24.15, 25.8.2, 26 or newer.'
}

/** A version such as 25.0.0-nightly counts as 25.0.0. */
function numbersOf(version) {
  var parts = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) || []
  return [Number(parts[1] || 0), Number(parts[2] || 0), Number(parts[3] || 0)]
}

function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
