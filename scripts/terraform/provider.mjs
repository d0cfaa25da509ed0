/**
 * Bunting's provider for Terraform: the toolchains that it takes, what its tests depend on, and the commands of each step, which are
 * run in its folder.
 */
export const provider = {
  folder: 'terraform',
  ingredients: [
    'terraform',
    'scripts/terraform',
    // Its tests apply the configurations of these …
    'docs/terraform.md',
    'examples/terraform',
    // … and ask the Management API.
    'packages/contract/src',
    'apps/server/src/management',
    'apps/server/src/rules',
  ],
  toolchains: [
    { toolchain: ['go', 'version'], atLeast: [1, 26], needs: 'Go from 1.26 on' },
    { toolchain: ['terraform', 'version'], atLeast: [1, 11], needs: 'Terraform from 1.11 on' },
  ],
  steps: {
    lint: [
      ['gofmt', '-d', '.'],
      ['go', 'vet', './...'],
      ['go', 'run', 'honnef.co/go/tools/cmd/staticcheck@v0.8.2', './...'],
    ],
    // Terraform waits for others much of the time. Go does not know of the server that its tests depend on, so nothing is cached.
    test: [['go', 'test', '-count=1', '-parallel', '4', './...']],
  },
}
