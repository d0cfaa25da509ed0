/** A package of the lock file as a component of a CycloneDX document. */
export function componentOf(place, entry) {
  const { version, license, integrity, optional = false } = entry
  // The lock file leaves out a name that equals the folder's.
  const { group, name } = namesOf(entry.name ?? place.replace(/^.*(node_modules|apps|packages)\//, ''))
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${name}@${version}`
  return {
    type: place.startsWith('apps/') || place === '' ? 'application' : 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    ...(integrity === undefined ? {} : { hashes: integrity.split(' ').map(hashOf) }),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    purl,
  }
}

function namesOf(name) {
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return { group, name: short }
}

const algorithms = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }

function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-', 2)
  return { alg: algorithms[algorithm], content: Buffer.from(digest, 'base64').toString('hex') }
}

/** A single licence has an id; several are an expression. */
const licenseOf = (license) => (/ |\(/.test(license) ? { expression: license } : { license: { id: license } })
