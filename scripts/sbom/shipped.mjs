/**
 * Everything in the lock file that comes with what people run, and what of it needs what: a map of places, each with the
 * places that it needs. What only tests and builds of ours use is not in it.
 */
export function listShipped({ packages }) {
  const shipped = new Map()
  const visit = (place) => {
    if (shipped.has(place)) return
    shipped.set(place, [])
    const needed = needsOf(packages[place]).flatMap((name) => find(packages, place, name) ?? [])
    shipped.set(place, needed)
    needed.forEach(visit)
  }
  const workspaces = Object.keys(packages).filter((place) => /^(apps|packages)\/[^/]+$/.test(place))
  for (const place of ['', ...workspaces]) visit(place)
  return shipped.set('', [...shipped.get(''), ...workspaces])
}

/** A package that something may or may not have beside it is not brought along. */
function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return Object.keys({ ...dependencies, ...optionalDependencies, ...Object.fromEntries(peers.map((name) => [name])) })
}

/** As Node looks for it: beside whoever needs it, then further up. Undefined where it is not installed anywhere. */
function find(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    const found = packages[place]
    if (found) return found.link ? found.resolved : place
    if (folder === '') return undefined
  }
}
