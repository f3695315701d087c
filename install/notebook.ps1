# From a checkout to an open notebook, on Windows: builds raido, registers the kernel for this user, installs Jupyter for this user if there is none,
# and opens it on notebooks\. It may be run again at any time.
#
#   powershell -ExecutionPolicy Bypass -File install\notebook.ps1 [JUPYTER OPTIONS...]    opens Jupyter
#   powershell -ExecutionPolicy Bypass -File install\notebook.ps1 --execute               runs every notebook instead, and writes HTML into out\html
#
# It keeps to what PowerShell 5.1 has, which Windows brings.
$ErrorActionPreference = 'Stop'

function Have($name) {
    return [bool](Get-Command $name -CommandType Application -ErrorAction SilentlyContinue)
}

$root = Split-Path -Parent $PSScriptRoot
$raido = Join-Path $root 'raido.exe'
$notebooks = Join-Path $root 'notebooks'

if (-not (Have 'go')) {
    Write-Host 'Go is missing: install Go 1.26 or newer from https://go.dev/dl/ (older ones from 1.21 fetch it by themselves).'
    exit 1
}

Write-Host 'Building raido'
$env:CGO_ENABLED = '0'
Push-Location $root
go build -o $raido ./kernel/raido
Pop-Location
if ($LASTEXITCODE -ne 0) { exit 1 }

if ($args.Count -gt 0 -and $args[0] -eq '--execute') {
    $pages = Join-Path $root 'out\html'
    New-Item -ItemType Directory -Force -Path $pages | Out-Null
    $failed = 0
    foreach ($notebook in Get-ChildItem -Path $notebooks -Filter '*.ipynb') {
        Write-Host "Running $($notebook.Name)"
        & $raido notebook $notebook.FullName --timeout 10m --html (Join-Path $pages "$($notebook.BaseName).html")
        if ($LASTEXITCODE -ne 0) { $failed = 1 }
    }
    exit $failed
}

& $raido install
if ($LASTEXITCODE -ne 0) { exit 1 }

if (-not (Have 'jupyter-notebook') -and -not (Have 'jupyter-lab') -and (Have 'py')) {
    py -m notebook --version
    if ($LASTEXITCODE -ne 0) {
        Write-Host 'Installing Jupyter with pip'
        py -m pip install --user notebook
    }
}
if (Have 'jupyter-notebook') {
    jupyter-notebook "--notebook-dir=$notebooks" @args
} elseif (Have 'jupyter-lab') {
    jupyter-lab "--notebook-dir=$notebooks" @args
} elseif (Have 'py') {
    py -m notebook "--notebook-dir=$notebooks" @args
} else {
    Write-Host 'Without Jupyter there is no notebook in a browser. The rest works: .\raido.exe --help lists the commands,'
    Write-Host '.\raido.exe notebook notebooks\01-first-light.ipynb --html first-light.html makes a page of a notebook.'
    exit 1
}
exit $LASTEXITCODE
