# SPDX-License-Identifier: GPL-3.0-or-later
"""recipes.py PREFIX PACKAGE.PY EASYCONFIG...: what recipes for Spack and
EasyBuild say of an installation holds for the one in PREFIX.

Both are Python; here they run with the few names that they use standing in
for Spack's and EasyBuild's own."""

import os
import subprocess
import sys
import types

FAILURES = []


def fail(text):
    print("FAIL:", text)
    FAILURES.append(text)


def check_paths(recipe, prefix, files, folders):
    for name in files:
        if not os.path.isfile(os.path.join(prefix, name)):
            fail("%s: no file %s" % (recipe, name))
    for name in folders:
        if not os.path.isdir(os.path.join(prefix, name)):
            fail("%s: no folder %s" % (recipe, name))


def spack_names(said):
    """The names that spack.package gives; directives note their calls."""

    def directive(name):
        return lambda *a, **k: said.setdefault(name, []).append((a, k))

    names = {n: directive(n) for n in (
        "license", "version", "depends_on", "requires", "conflicts")}

    class AutotoolsPackage:
        compiler = types.SimpleNamespace(cc="/usr/bin/gcc")

    names["AutotoolsPackage"] = AutotoolsPackage
    names["which"] = lambda path: lambda *a, **k: subprocess.run(
        [path, *a], capture_output=True, text=True, check=True).stdout
    return names


def check_spack(recipe, prefix):
    said = {}
    module = types.ModuleType("spack.package")
    module.__dict__.update(spack_names(said))
    sys.modules["spack"] = types.ModuleType("spack")
    sys.modules["spack.package"] = module
    names = {}
    with open(recipe) as f:
        exec(compile(f.read(), recipe, "exec"), names)
    package = names["Memlb"]()
    check_paths(recipe, prefix, package.sanity_check_is_file,
                package.sanity_check_is_dir)
    for directive in ("version", "depends_on", "requires"):
        if directive not in said:
            fail("%s: no %s" % (recipe, directive))
    if "--with-gcc=/usr/bin/gcc" not in package.configure_args():
        fail("%s: configure_args" % recipe)
    package.prefix = types.SimpleNamespace(bin=types.SimpleNamespace(
        memlb=os.path.join(prefix, "bin", "memlb")))
    package.test_doctor()
    return said["version"][0][0][0]


def check_easybuild(recipe, prefix):
    names = {"SHLIB_EXT": "so"}
    with open(recipe) as f:
        exec(compile(f.read(), recipe, "exec"), names)
    for key in ("easyblock", "name", "version", "homepage", "description",
                "toolchain", "sources", "dependencies", "moduleclass"):
        if not names.get(key):
            fail("%s: no %s" % (recipe, key))
    toolchain = names["toolchain"]
    wanted = "%s-%s-%s-%s.eb" % (names["name"], names["version"],
                                 toolchain["name"], toolchain["version"])
    if os.path.basename(recipe) != wanted:
        fail("%s: should be called %s" % (recipe, wanted))
    paths = names["sanity_check_paths"]
    check_paths(recipe, prefix, paths["files"], paths["dirs"])
    path = "%s/bin:%s" % (prefix, os.environ["PATH"])
    for command in names["sanity_check_commands"]:
        if subprocess.run(["sh", "-c", command], stdout=subprocess.DEVNULL,
                          env=dict(os.environ, PATH=path)).returncode:
            fail("%s: %s" % (recipe, command))
    return names["version"]


def main(prefix, spack, *easyconfigs):
    versions = {check_spack(spack, prefix)}
    versions.update(check_easybuild(e, prefix) for e in easyconfigs)
    print("version", *versions)
    return 1 if FAILURES or len(versions) != 1 else 0


sys.exit(main(*sys.argv[1:]))
