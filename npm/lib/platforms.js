'use strict';

// The platforms the addon is built for: what Node calls them, what Rust calls them.

const PLATFORMS = {
  'darwin-arm64': 'aarch64-apple-darwin',
  'darwin-x64': 'x86_64-apple-darwin',
  'linux-arm64-gnu': 'aarch64-unknown-linux-gnu',
  'linux-arm64-musl': 'aarch64-unknown-linux-musl',
  'linux-x64-gnu': 'x86_64-unknown-linux-gnu',
  'linux-x64-musl': 'x86_64-unknown-linux-musl',
  'win32-x64-msvc': 'x86_64-pc-windows-msvc',
};

/** Returns the names under which the addon for this machine may be there, the likeliest first. */
function candidates(platform = process.platform, arch = process.arch) {
  const plain = `${platform}-${arch}`;
  return Object.keys(PLATFORMS).filter((name) => name === plain || name.startsWith(`${plain}-`));
}

module.exports = { PLATFORMS, candidates };
