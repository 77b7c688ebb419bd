# SPDX-License-Identifier: GPL-3.0-or-later
# memlb for Spack.  In a repository of packages of your own:
#
#   spack repo create local && spack repo add local
#   mkdir -p local/packages/memlb && cp package.py local/packages/memlb/
#   spack install --no-checksum memlb %gcc@12.2.0
#
# The plugin is for the GCC that memlb is compiled with; `memlb plugin build'
# makes one for any other.

from spack.package import *


class Memlb(AutotoolsPackage):
    """memlb tells, for every hot loop of a C, C++ or Fortran program, how
    long it would take if no memory access missed a cache: a lower bound,
    measured with the loop's own machine code."""

    homepage = "https://memlb.example/"
    url = "https://memlb.example/memlb-0.1.tar.gz"

    license("GPL-3.0-or-later")

    # The checksum is that of the tarball of your mirror.
    version("0.1")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("gmake", type=("build", "run"))
    depends_on("pkgconfig", type="build")
    depends_on("binutils+libiberty", type=("build", "run"))
    depends_on("elfutils")
    depends_on("jansson@2.10:")
    depends_on("libxml2@2.9:")
    depends_on("util-linux")
    depends_on("zlib-api")

    requires("%gcc@11:16", msg="the plugin is one of GCC 11 to 16")
    requires("target=x86_64:", "platform=linux", policy="one_of")
    conflicts("platform=darwin", msg="memlb runs on Linux")

    sanity_check_is_file = [
        "bin/memlb",
        "bin/memlb-gcc",
        "bin/memlb-gfortran",
        "include/memlb/abi.h",
        "lib/libmemlb.a",
        "lib/libmemlb.so.1",
        "share/memlb/memlb-1.rng",
        "share/memlb/viewer.html",
        "share/man/man1/memlb.1",
    ]
    sanity_check_is_dir = ["lib/memlb", "share/memlb/plugin-src"]

    def configure_args(self):
        # The compiler itself: Spack's wrapper has no plugins of its own.  The
        # tarball brings the viewer built.
        return [
            "--with-gcc={0}".format(self.compiler.cc),
            "ac_cv_prog_NODE=",
            "ac_cv_prog_NPM=",
        ]

    def check(self):
        make("-C", "testsuite/unit", "check")

    def test_doctor(self):
        """memlb doctor compiles, runs and reads a program"""
        doctor = which(self.prefix.bin.memlb)
        out = doctor("doctor", output=str.split, error=str.split)
        assert "a test program was compiled, run and profiled" in out
