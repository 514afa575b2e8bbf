//! `cargo xtask dist`: what is given to others, made and tried out.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{
    release, setup,
    shell::{self, command, root, step},
};

/// The program weighs less than this, the client in it included.
const MOST_BYTES: u64 = 25_000_000;
/// What `systemd-analyze security` may count against the service, of 10.0.
const MOST_EXPOSURE: f64 = 2.0;

pub(crate) fn run() -> Result<()> {
    step("program", release::run)?;
    let folder = root().join("target/dist");
    let program = folder.join("stackhouse");
    let bytes = fs::metadata(&program)?.len();
    ensure!(bytes < MOST_BYTES, "the program weighs {bytes} bytes; at most {MOST_BYTES} are good");
    step("papers", || shell::run(command(&program.to_string_lossy(), &["papers", "target/dist/papers"])))?;
    step("bill of materials", || bill(&folder))?;
    let mut package = PathBuf::new();
    step("Debian package", || {
        package = package_of(&folder)?;
        Ok(())
    })?;
    step("checksums", || checksums(&folder, &package))?;
    step("service", service)?;
    step("package: installed, used and removed", || try_out(&package))
}

/// Every dependency of the program and of the client, as CycloneDX lists them.
fn bill(folder: &Path) -> Result<()> {
    let tool = setup::tool("cargo-cyclonedx", "0.5.9")?;
    let manifest = root().join("crates/stackhouse/Cargo.toml");
    let mut list =
        command(&tool.to_string_lossy(), &["cyclonedx", "--format", "json", "--spec-version", "1.5"]);
    list.arg("--manifest-path").arg(&manifest).args(["--override-filename", "stackhouse.cdx"]);
    shell::run(list)?;
    // The tool writes beside the manifest of every crate.
    for entry in fs::read_dir(root().join("crates"))?.chain(fs::read_dir(root())?) {
        let file = entry?.path().join("stackhouse.cdx.json");
        if file.parent().is_some_and(|crate_folder| crate_folder.ends_with("stackhouse")) && file.exists() {
            fs::copy(&file, folder.join("stackhouse.cdx.json"))?;
        }
        drop(fs::remove_file(&file));
    }
    ensure!(folder.join("stackhouse.cdx.json").exists(), "the bill of materials was not written");
    let mut client = command("npm", &["sbom", "--omit", "dev", "--sbom-format", "cyclonedx"]);
    client.current_dir(root().join("web"));
    fs::write(folder.join("stackhouse-web.cdx.json"), shell::output(client)?)?;
    Ok(())
}

/// Builds the package of a tree as it lies on a machine.
fn package_of(folder: &Path) -> Result<PathBuf> {
    let tree = folder.join("package");
    drop(fs::remove_dir_all(&tree));
    let (packaging, papers) = (root().join("packaging"), folder.join("papers"));
    let put = |from: PathBuf, to: &str, mode: &str| -> Result<()> {
        let to = tree.join(to);
        let mut install = command("install", &["-D", "--mode", mode]);
        install.arg(&from).arg(&to);
        shell::output(install).map(drop).with_context(|| format!("{}", from.display()))
    };
    put(folder.join("stackhouse"), "usr/bin/stackhouse", "0755")?;
    put(packaging.join("stackhouse.service"), "lib/systemd/system/stackhouse.service", "0644")?;
    put(packaging.join("stackhouse.toml"), "etc/stackhouse/stackhouse.toml", "0644")?;
    put(
        papers.join("completions/stackhouse.bash"),
        "usr/share/bash-completion/completions/stackhouse",
        "0644",
    )?;
    put(papers.join("completions/_stackhouse"), "usr/share/zsh/vendor-completions/_stackhouse", "0644")?;
    put(
        papers.join("completions/stackhouse.fish"),
        "usr/share/fish/vendor_completions.d/stackhouse.fish",
        "0644",
    )?;
    for page in fs::read_dir(papers.join("man"))? {
        let name = page?.file_name().to_string_lossy().into_owned();
        put(papers.join("man").join(&name), &format!("usr/share/man/man1/{name}"), "0644")?;
        shell::output(command(
            "gzip",
            &["-9n", &tree.join("usr/share/man/man1").join(&name).to_string_lossy()],
        ))?;
    }
    for page in ["hosting.md", "hosting/nginx.conf", "hosting/Caddyfile"] {
        put(root().join("docs").join(page), &format!("usr/share/doc/stackhouse/{page}"), "0644")?;
    }
    put(root().join("LICENSE"), "usr/share/doc/stackhouse/copyright", "0644")?;
    for script in ["postinst", "prerm", "postrm"] {
        put(packaging.join(script), &format!("DEBIAN/{script}"), "0755")?;
    }
    let version = env!("CARGO_PKG_VERSION");
    let architecture = shell::output(command("dpkg", &["--print-architecture"]))?.trim().to_owned();
    let size = shell::output(command("du", &["-sk", &tree.to_string_lossy()]))?;
    let size = size.split_whitespace().next().unwrap_or("0");
    let control = format!(
        "Package: stackhouse\nVersion: {version}\nArchitecture: {architecture}\nInstalled-Size: {size}\n\
         Maintainer: The Stackhouse authors <stackhouse@localhost>\nSection: games\nPriority: optional\n\
         Depends: libc6, libgcc-s1, passwd\nDescription: five tabletop games in the browser\n \
         A server for Stack Nabbit, Push, Stacks, Nuts for Nuts and Stacket, played by the\n \
         printed rules with friends or bots. The client is in the program.\n"
    );
    fs::write(tree.join("DEBIAN/control"), control)?;
    fs::write(tree.join("DEBIAN/conffiles"), "/etc/stackhouse/stackhouse.toml\n")?;
    let package = folder.join(format!("stackhouse_{version}_{architecture}.deb"));
    let mut build = command("dpkg-deb", &["--build", "--root-owner-group"]);
    build.arg(&tree).arg(&package);
    shell::run(build)?;
    Ok(package)
}

fn checksums(folder: &Path, package: &Path) -> Result<()> {
    let package = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files =
        ["stackhouse", "stackhouse.debug", &package, "stackhouse.cdx.json", "stackhouse-web.cdx.json"];
    let mut sums = command("sha256sum", &files);
    sums.current_dir(folder);
    fs::write(folder.join("SHA256SUMS"), shell::output(sums)?)?;
    Ok(())
}

/// What systemd itself thinks of the service.
fn service() -> Result<()> {
    setup::program("systemd-analyze", "systemd")?;
    let unit = root().join("packaging/stackhouse.service");
    let told = shell::output(command(
        "systemd-analyze",
        &["security", "--offline=true", "--no-pager", &unit.to_string_lossy()],
    ))?;
    let line = told.lines().last().unwrap_or_default();
    eprintln!("{line}");
    let exposure = line.split_whitespace().find_map(|word| word.parse::<f64>().ok());
    let exposure = exposure.with_context(|| format!("systemd-analyze says {line:?}"))?;
    ensure!(exposure <= MOST_EXPOSURE, "the service is more open than {MOST_EXPOSURE}");
    Ok(())
}

/// Installs the package, starts the house as its service does, asks it something, and removes it with all it left.
fn try_out(package: &Path) -> Result<()> {
    if !setup::is_root() {
        eprintln!("only root installs packages: install {} by hand", package.display());
        return Ok(());
    }
    if Path::new("/usr/bin/stackhouse").exists() {
        bail!("there is a stackhouse on this machine already, which this would replace");
    }
    let package = package.to_string_lossy();
    shell::run(command("dpkg", &["--install", &package]))?;
    let used = use_it();
    shell::run(command("dpkg", &["--purge", "stackhouse"]))?;
    used?;
    for left in ["/usr/bin/stackhouse", "/var/lib/stackhouse", "/etc/stackhouse"] {
        ensure!(!Path::new(left).exists(), "{left} is still there");
    }
    Ok(())
}

fn use_it() -> Result<()> {
    let settings = "/etc/stackhouse/stackhouse.toml";
    let mut serve = Command::new("setpriv");
    serve.args(["--reuid", "stackhouse", "--regid", "stackhouse", "--clear-groups", "--no-new-privs"]);
    serve.args(["/usr/bin/stackhouse", "serve", "--port", "0", "--settings", settings]);
    let mut house = House(serve.stdout(Stdio::piped()).spawn().context("setpriv")?);
    let out = house.0.stdout.take().context("the house says where it is")?;
    let mut said = String::new();
    BufReader::new(out).read_line(&mut said)?;
    let port: u16 =
        said.trim().rsplit(':').next().and_then(|port| port.parse().ok()).context(said.clone())?;
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut page = Vec::new();
    stream.read_to_end(&mut page)?;
    ensure!(String::from_utf8_lossy(&page).contains("<title>"), "the house serves no page");
    let data = "/var/lib/stackhouse/data";
    ensure!(Path::new(data).join("journal.db").exists(), "the house keeps nothing in {data}");
    let told = shell::output(command("/usr/bin/stackhouse", &["house", "list", "--data", data]))?;
    ensure!(told.contains("No table"), "{told}");
    let manual = shell::output(command("zcat", &["/usr/share/man/man1/stackhouse.1.gz"]))?;
    ensure!(manual.contains("stackhouse"), "the manual is empty");
    Ok(())
}

/// A house that ends with its test.
struct House(Child);

impl Drop for House {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}
