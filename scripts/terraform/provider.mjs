/**
 * Bunting's Terraform provider: its toolchains, the paths that its tests depend on, and the commands of each step. They run in its
 * folder.
 */
export const provider = {
  folder: 'terraform',
  ingredients: [
    'terraform',
    'scripts/terraform',
    // Its tests apply the configurations in these …
    'docs/terraform.md',
    'examples/terraform',
    // … and call the Management API.
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
    // Parallel, since Terraform mostly waits. Not cached, since Go does not know that the tests depend on the server.
    test: [['go', 'test', '-count=1', '-parallel', '4', './...']],
  },
}
