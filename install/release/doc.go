// Command release builds the archives of Raido for every system: a tar.gz for Linux and macOS, a zip for Windows, the checksums of all, and the
// list of what the binaries are linked from, with the licences.
//
// Input: a folder with the files of a commit, the commit and its time; output: raido-VERSION-SYSTEM-ARCHITECTURE.tar.gz or .zip, and
// SHA256SUMS. Invariants: the bytes depend on the commit alone, not on the folder, the user, the clock or the system that builds; a module
// without a licence text is an error.
//
// install/release.sh calls it on a commit of the repository. The layer is 15: it imports nothing of Raido.
package main
