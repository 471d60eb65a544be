// node cache-tests.mjs SUITE PROXY [ID]: starts the suite's server and the proxy in front of it, calls the suite's runTests, and compares
// the results with those that the suite publishes for other caches. Fails if a required test fails and isn't listed here with a reason.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, program, only] = process.argv.slice(2)
const load = path => import(pathToFileURL(resolve(folder, path)))
const { runTests, getResults } = await load('test-engine/client/runner.mjs')
const { determineTestResult, resultTypes } = await load('test-engine/lib/results.mjs')
const suites = (await load('tests/index.mjs')).default
const others = (await load('results/index.mjs')).default

// Tests of shared caches, and of features that a private cache doesn't have.
const shared = /^(other-authorization|cc-resp-private-shared|freshness-max-age-s-maxage|freshness-s-maxage|stale-close-s-maxage|stale-close-proxy)/
const left = test => test.cdn_only || shared.test(test.id) || test.id.startsWith('interim-')
// Required tests that fail, with the reasons.
const accepted = {
  'cc-resp-immutable-stale': "it wants the max-age=0 that a browser's fetch adds, and node's fetch doesn't add",
  'headers-store-Set-Cookie': 'a stored cookie would be set again, and is a secret',
  'headers-store-Set-Cookie2': 'as Set-Cookie'
}

const port = await new Promise((resolve, reject) => {
  const probe = createServer().listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => resolve(port)) })
  probe.on('error', reject)
})
const temporary = mkdtempSync(join(tmpdir(), 'cache-tests-'))
const server = spawn(process.execPath, ['test-engine/server/server.mjs'], {
  cwd: folder, stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, npm_config_protocol: 'http', npm_config_port: String(port), npm_config_pidfile: join(temporary, 'pid') }
})
const firstLine = child => new Promise((resolve, reject) => {
  child.stdout.once('data', bytes => resolve(String(bytes).split('\n')[0]))
  child.once('exit', status => reject(new Error(`it ended with ${status}`)))
})
let proxy
try {
  await firstLine(server)
  server.stdout.resume()
  const places = process.env.CACHE_TESTS_MEMORY ? [] : [join(temporary, 'cache')]
  proxy = spawn(program, [`http://localhost:${port}`, ...places], { stdio: ['pipe', 'pipe', 'inherit'] })
  const base = (await firstLine(proxy)).replace(/\/$/, '')

  // The suite skips the tests of private caches unless a browser runs them.
  const chosen = suites.map(suite => ({
    ...suite,
    tests: suite.tests.filter(test => (only ? test.id === only : !left(test))).map(test => ({ ...test, browser_only: undefined, dump: Boolean(only) }))
  }))
  await runTests(chosen, false, base)
  report(chosen.flatMap(suite => suite.tests), getResults())
} finally {
  proxy?.stdin.end()
  server.kill()
  rmSync(temporary, { recursive: true, force: true })
}

function report (tests, results) {
  const kinds = { required: 'required', optimal: 'optional', check: 'behaviour' }
  const failures = []
  const count = results => {
    const counts = Object.fromEntries(Object.values(kinds).map(kind => [kind, [0, 0, 0]]))
    for (const test of tests) {
      const result = determineTestResult(suites, test.id, results)
      const cell = counts[kinds[test.kind ?? 'required']]
      if (result === resultTypes.pass || result === resultTypes.yes) cell[0]++
      else if (result === resultTypes.fail || result === resultTypes.optional_fail || result === resultTypes.no) cell[1]++
      else cell[2]++
    }
    return counts
  }
  for (const test of tests) {
    const result = determineTestResult(suites, test.id, results)
    if (result === resultTypes.pass || result === resultTypes.yes) continue
    const line = `${test.kind ?? 'required'} ${test.id}: ${result[2]} ${results[test.id]?.[1] ?? 'not run'}`
    console.log(accepted[test.id] ? `${line} (accepted: ${accepted[test.id]})` : line)
    if (result === resultTypes.fail && !(test.id in accepted)) failures.push(test.id)
  }
  const show = (name, counts) => console.log(
    `${name.padEnd(14)} ${Object.entries(counts).map(([kind, [yes, no, rest]]) => `${kind} ${yes} of ${yes + no + rest}${rest ? ` (${rest} not known)` : ''}`).join(', ')}`)
  console.log(`\n${tests.length} tests that apply to a private cache:`)
  show('EndpointKit', count(results))
  for (const other of others) show(other.name, count(JSON.parse(readFileSync(resolve(folder, 'results', other.file)))))
  if (failures.length) {
    console.log(`required tests that fail: ${failures.join(', ')}`)
    process.exitCode = 1
  }
}
